"""`python -m tiltyard` is the same program as `tiltyard`."""

from tiltyard.cli import main

if __name__ == "__main__":
    main()
