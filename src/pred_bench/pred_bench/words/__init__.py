"""A suite of sentences judged on remembered rooms, without a simulator."""
