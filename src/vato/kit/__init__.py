"""A set to print: board, pieces, box and rules as one file for the browser's print dialog, or as a PDF.

Import the modules: rooms stand between those that they draw their kits with (contract, frame, marks, paper, pieces) and
those that lay any kit out on sheets.
"""
