"""What is wrong with a template, found before anything is built."""
