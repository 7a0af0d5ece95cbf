"""What every part of the engine speaks of: ids, refusals, prompts, previews."""
