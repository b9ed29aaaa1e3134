"""The web app: routes, security, view model, fragments and events. It knows no game."""
