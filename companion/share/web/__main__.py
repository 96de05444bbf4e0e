"""``python -m companion.share.web LANGUAGE ADDRESS``, started by ``cups-up play --phones``."""

from __future__ import annotations

import json
import sys

from companion.text import say, use_language

try:
    from companion.share.web.phone_server import main
except ImportError:
    use_language(sys.argv[1])
    print(json.dumps({"refused": say("scoreboard.no_package", python=sys.executable)}), flush=True)
    sys.exit(1)

if __name__ == "__main__":
    sys.exit(main())
