"""Tests of taotp.exports."""
