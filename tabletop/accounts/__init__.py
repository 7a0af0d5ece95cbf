"""People: signing up, signing in and out, a forgotten password."""
