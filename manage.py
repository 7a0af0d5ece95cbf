#!/usr/bin/env python
"""The command line of the Django project."""

import gc
import os
import sys

if __name__ == "__main__":
    gc.set_threshold(50_000, 50, 1000)  # what is imported stays: to look through it for rubbish delays every start
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tabletop.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)
