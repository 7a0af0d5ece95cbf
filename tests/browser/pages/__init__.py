"""All other pages, and what holds for every page: axe finds nothing, text can be read, everything is within reach."""
