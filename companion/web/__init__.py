"""The web app: routes, security, view model, differences and events. It knows no game."""
