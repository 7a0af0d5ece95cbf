"""Houses and bunkers by clicking: fired from, stormed, ridden up and down in."""
