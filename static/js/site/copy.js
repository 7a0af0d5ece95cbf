// Copies what a button names: data-copy="#id-of-a-field". Without a clipboard (plain HTTP) the field is selected.

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const field = document.querySelector(button.dataset.copy);
  field.select();
  const kept = await navigator.clipboard?.writeText(field.value).then(
    () => true,
    () => false,
  );
  const done = kept || document.execCommand("copy");
  const word = button.querySelector("span");
  if (!done || !word) return;
  const before = word.textContent;
  word.textContent = "Copied";
  setTimeout(() => (word.textContent = before), 2000);
});
