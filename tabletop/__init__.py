"""The live table: a Django project around the rules engine.

Read in this order: `settings`, `env`, `data_dir`, `urls`, `asgi`, `serving`, `handler`, `static`, `hosts`,
`security`, `bodies`, `texts`, `health`, `ui`, `accounts`, `armies`, `scenarios`, `reference`, `games`, `charts`,
`sample`.
"""

__version__ = "0.1.0"
