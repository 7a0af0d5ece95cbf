"""`python -m rules schema`: the JSON Schema of every action, event and task, and of the state."""

import argparse
import json
from collections.abc import Sequence

from rules.codec import schema


def main(arguments: Sequence[str]) -> int:
    """Print the schema."""
    argparse.ArgumentParser(prog="python -m rules schema", description=__doc__).parse_args(arguments)
    print(json.dumps(schema(), indent=2, sort_keys=True))
    return 0
