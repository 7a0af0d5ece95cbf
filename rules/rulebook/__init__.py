"""The ledgers and charts as data."""
