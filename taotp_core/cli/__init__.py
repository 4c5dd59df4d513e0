"""The commands of `python -m taotp_core`."""
