"""The commands of `taotp`."""
