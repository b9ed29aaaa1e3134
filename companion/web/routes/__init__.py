"""The addresses of the web app, one blueprint a file."""
