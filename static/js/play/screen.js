// The club's screen: nothing to click. It keeps itself awake and current, and says when somebody busts.

import "./connection.js";
import "./motion.js";
import "./names.js";
import { startOnScreen } from "./camera.js";
import { byId, hear } from "./table.js";

const BUST_MS = 4000;
startOnScreen();
let ending = 0;

hear("frame", ({ animate }) => {
  const bust = byId("bust");
  if (!bust) return;
  bust.hidden = !animate.some((step) => step.what === "Bust"); // it says nothing about what comes next
  clearTimeout(ending);
  ending = setTimeout(() => (bust.hidden = true), BUST_MS);
});

// A television left to itself must not go to sleep. Plain HTTP has no such lock; there the television's own setting counts.
const stayAwake = () => document.hidden || navigator.wakeLock?.request("screen").catch(() => {});
document.addEventListener("visibilitychange", stayAwake);
stayAwake();
