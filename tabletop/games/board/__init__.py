"""What a board shows of a state.

Read in this order: `melees`, `drawing`, `overlays`, `line_of_sight`, `touched`.
"""
