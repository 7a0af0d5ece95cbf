"""Ways that cannot be gone as they were drawn: shortened to what can be paid for, led through what is open.

Read in this order: `shorten`, `through`.
"""
