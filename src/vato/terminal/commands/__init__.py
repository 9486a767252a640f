"""The commands of `vato`, a file each."""
