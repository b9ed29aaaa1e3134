"""The application factory: what the web application is put together from."""

from typing import Any

from flask import Flask

from companion.hooks import each
from companion.web import (
    compression,
    config,
    context,
    cookies,
    differences,
    errors,
    heavy_work,
    metrics,
    rendering,
    request_size,
    security,
    sse,
    static_files,
)
from companion.web.routes import blueprints


def create_app(data: str | None = None, **settings: Any) -> Flask:
    """The application. Settings come from the environment; what is given here comes first."""
    files = config.files_dir()
    app = Flask(__name__, static_folder=files / "static", template_folder=files / "templates")
    app.config.update(config.settings(config.data_dir(data), settings.get("SECRET_KEY")))
    app.config.update(settings)
    for part in (
        cookies,
        security,
        request_size,
        rendering,
        compression,
        differences,
        static_files,
        context,
        errors,
        metrics,
        heavy_work,
        sse,
    ):
        part.init_app(app)
    for blueprint in (*blueprints(), *each("companion_pages")):
        app.register_blueprint(blueprint)
    return app
