"""Tests of the exercises: their answers, hostile ones too, and what a reader sees."""
