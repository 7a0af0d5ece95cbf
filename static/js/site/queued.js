// Edits wait in a queue for the answer to the one before. An answer leaves a panel's fields alone while a later edit
// waits (htmx drops an edit whose field has gone from the page) and while somebody types in one of them: the next
// answer brings the panel again.

function isTyping(panel) {
  const field = document.activeElement;
  const typed = field?.matches?.("input, textarea") && field.type !== "checkbox" && field.value !== field.defaultValue;
  return typed && panel.contains(field);
}

export function keepFields(queue, panels) {
  const waiting = () => queue["htmx-internal-data"]?.queuedRequests?.length > 0; // htmx tells it nowhere else
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    const panel = event.detail.target;
    if (panels.includes(panel?.id) && (waiting() || isTyping(panel))) event.detail.shouldSwap = false;
  });
}
