"""The same as the test, for longer: `python -m tests.web.api.many_requests [EXAMPLES] [SEED]`."""

from __future__ import annotations

import sys
import time

from tests.web.api.by_schema import ask


def main() -> int:
    examples = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    began = time.monotonic()
    found = ask(examples, seed, everywhere=True)
    for line in found.wrong[:50]:
        sys.stdout.write(f"{line}\n")
    told = ", ".join(f"{status}: {count}" for status, count in sorted(found.statuses.items()))
    seconds = time.monotonic() - began
    sys.stdout.write(
        f"{found.requests} requests in {seconds:.0f} s ({told}), {len(found.wrong)} wrong\n"
    )
    return 1 if found.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
