"""Tests of the machine in symbols."""
