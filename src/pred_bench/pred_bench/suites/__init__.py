"""Suites that are made by rule: bring me, the emulated table, CAPE's rooms."""
