"""Pictures of workbooks: one sheet with the values that the file has stored."""
