"""Small battles that tests begin with: who is there, and where everybody stands; `by_name` lists them."""
