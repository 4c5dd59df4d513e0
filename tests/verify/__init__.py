"""Tests of taotp.verify."""
