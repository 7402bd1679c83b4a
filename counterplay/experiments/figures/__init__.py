"""The claims of the chapter, measured: every table and plot from one command."""
