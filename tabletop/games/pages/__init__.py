"""Whole pages put together from fragments, and the frames that are pushed.

Read in this order: `lengths`, `scene`, `asked`, `fragments`, `log_entries`, `frames`, `timeline`, `picture`,
`pointing`, `ready`.
"""
