"""What comes ready-made with the rules: the table of bikes, the sample vehicles and weapons of the trial rules.

Read in this order: `bikes`, `trial_samples`.
"""
