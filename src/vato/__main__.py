"""`python -m vato`: the same as the command `vato`."""

from vato.terminal.app import main

if __name__ == "__main__":
    main()
