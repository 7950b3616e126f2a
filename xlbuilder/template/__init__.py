"""Templates: TOML files, composed, checked, frozen."""
