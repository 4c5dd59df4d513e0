"""Tests of taotp_core.exports."""
