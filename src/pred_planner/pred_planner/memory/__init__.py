"""Language-program memory: pairs kept in a file, named routines, and plans changed by words."""
