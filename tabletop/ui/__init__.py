"""What pages share: drawing, template tags, icons; no database rows."""
