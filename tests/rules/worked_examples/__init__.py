"""The ledger’s worked examples, played or worked out through the public door."""
