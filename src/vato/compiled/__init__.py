"""What all compiled code stands on: where it is kept, bit operations, what the search asks of a kernel."""
