"""What every rule shares: ids, events, actions, prompts, refusals, protocols."""
