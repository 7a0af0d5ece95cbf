// A screen left to itself, or a phone that somebody watches, must not go to sleep. Plain HTTP has no such lock: there
// its own setting counts.

export function stayAwake() {
  const ask = () => document.hidden || navigator.wakeLock?.request("screen").catch(() => {});
  document.addEventListener("visibilitychange", ask);
  ask();
}
