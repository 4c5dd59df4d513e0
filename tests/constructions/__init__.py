"""Tests of the gadgets of larger machines."""
