// A file that is too large is refused before it is sent: a server cuts it off and can say nothing on the page.

for (const field of document.querySelectorAll("input[type=file][data-most-mb]")) {
  field.addEventListener("change", () => {
    const most = Number(field.dataset.mostMb);
    const large = [...field.files].find((file) => file.size > most * 1e6);
    const size = large && Math.ceil(large.size / 1e6);
    field.setCustomValidity(large ? `${large.name} has ${size} MB. At most ${most} MB can be brought in.` : "");
    if (large) field.reportValidity();
  });
}
