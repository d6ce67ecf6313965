"""A process that could lose an acknowledged move doesn't start."""

import sys

from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError, connection


def demand() -> None:
    """Opens a connection, of which games demands that it is durable; ends the process with one line if it isn't.

    A database that is away is no reason to stop: each connection is asked when it opens.
    """
    alone = connection.copy()
    alone.settings_dict["OPTIONS"].pop("pool", None)  # its threads would be missing in a worker's children
    try:
        alone.ensure_connection()
    except ImproperlyConfigured as refusal:
        sys.exit(str(refusal))
    except OperationalError:
        return
    alone.close()
