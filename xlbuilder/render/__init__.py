"""Pictures of workbooks: one sheet as the file has it stored."""
