"""Getting in and out, boarding enemies, taking over as driver. (CRU-TRAN, CRU-BOARD)

Read in this order: `passage`, `troops_aboard`, `vehicles_inside`, `boarding`, `driver`.
"""
