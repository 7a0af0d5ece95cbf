"""What every part of the engine speaks of: ids, refusals, prompts, previews, what events look like.

Read in this order: `ids`, `refusal`, `modifier`, `numbers`, `prompt`, `preview`, `owed`, `unit_state`, `harm`,
`motion`, `drawn`, `ordering`, `citations`, `kept`, `words`.
"""
