"""Tests of taotp_core.verify."""
