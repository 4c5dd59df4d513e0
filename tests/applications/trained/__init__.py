"""Tests of training, and of its page."""
