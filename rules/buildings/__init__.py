"""Buildings (BLD-*), so far structures that were broken open; they answer what the skirmish rules ask of buildings.

Read in this order: `walls`, `single_file`, `inside`, `structures`.
"""
