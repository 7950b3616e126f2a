"""What `build` warns of in a template; each module yields what it finds."""
