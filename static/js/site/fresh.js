// Who goes back gets a page as it was first answered, without what was changed on it since: it is asked for again.
if (performance.getEntriesByType("navigation")[0]?.type === "back_forward") location.reload();
