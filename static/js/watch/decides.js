// Who decides is called by name where one person alone has that side.

import { byId, hear } from "../play/table.js";

function call() {
  const decides = byId("asks")?.querySelector("[data-decides]");
  const one = decides && byId("people")?.querySelector(`[data-sits="${decides.dataset.decides}"]`);
  if (one) decides.textContent = `${one.textContent.trim()} decides`;
}

for (const news of ["frame", "beside-shown"]) hear(news, call);
call();
