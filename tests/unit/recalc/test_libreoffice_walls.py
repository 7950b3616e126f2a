"""A workbook that names pictures elsewhere gets none of them from the LibreOffice that we start.

The guard refuses such a file before; here it is handed to LibreOffice all the same.
"""

import base64
import io
import re
import zipfile
from contextlib import closing
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import openpyxl
import pytest
from openpyxl.drawing.image import Image as Drawing
from PIL import Image

from xlbuilder.recalc.engines.libreoffice import Bridge, bridge_command
from xlbuilder.render.office import png_maker
from xlbuilder.xlsx import pack

pytestmark = pytest.mark.program("libreoffice")

INSIDE, LINKED, IN_A_DRAWING = (0, 128, 0), (255, 0, 0), (0, 0, 255)
SVG = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
 width="40" height="40"><image width="40" height="40" xlink:href="{}"/></svg>"""


def picture(color):
    saved = io.BytesIO()
    Image.new("RGB", (40, 40), color).save(saved, "PNG")
    return saved.getvalue()


@pytest.fixture
def server():
    """A server that notes who asks it for something."""
    asked = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_error(404)

        do_OPTIONS = do_HEAD = do_PROPFIND = do_GET  # noqa: N815 - so HTTP names them

        def log_message(self, *_):
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        server.asked = asked  # type: ignore[attr-defined]
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture
def reaching_out(tmp_path, server):
    """A workbook with a picture inside, one at a URL, one in a file, and one in an SVG's file."""
    book = openpyxl.Workbook()
    for row in (2, 7, 12, 17):
        book.active.add_image(Drawing(io.BytesIO(picture(INSIDE))), f"B{row}")
    book.active["F1"] = f'=_xlfn.WEBSERVICE("http://127.0.0.1:{server.server_port}/formula")'
    book.save(tmp_path / "inside.xlsx")
    for name, color in (("linked", LINKED), ("in_a_drawing", IN_A_DRAWING)):
        (tmp_path / f"{name}.png").write_bytes(picture(color))
    elsewhere = {
        "image2": f"http://127.0.0.1:{server.server_port}/picture.png",
        "image3": (tmp_path / "linked.png").as_uri(),
    }

    def edit(part, data):
        if part == "xl/media/image4.png":
            return SVG.format((tmp_path / "in_a_drawing.png").as_uri()).encode()
        if part == "xl/drawings/drawing1.xml":
            return re.sub(rb'r:embed="(rId[23])"', rb'r:link="\1"', data)
        if part == "xl/drawings/_rels/drawing1.xml.rels":
            for name, target in elsewhere.items():
                old = f'Target="/xl/media/{name}.png"'.encode()
                assert old in data
                data = data.replace(old, f'Target="{target}" TargetMode="External"'.encode())
            return data
        return data

    path = tmp_path / "book.xlsx"
    path.write_bytes(pack.repacked((tmp_path / "inside.xlsx").read_bytes(), edit))
    with zipfile.ZipFile(path) as archive:
        assert archive.read("xl/drawings/drawing1.xml").count(b"r:link=") == 2
    return path


def test_nothing_outside_is_read(reaching_out, server):
    with closing(Bridge(bridge_command(), reaching_out)) as office:
        office.ask(do="load", iterations=None)
        office.ask(do="recalculate")
        drawn = office.ask(
            do="draw", sheet="Sheet", bounds=[0, 0, 9, 29], margin=0, with_formats=True
        )
    page = Image.open(io.BytesIO(png_maker()(base64.b64decode(drawn["pdf"]), 600)))
    colors = {color for _, color in page.getcolors(2**20)}
    assert INSIDE in colors
    assert (colors & {LINKED, IN_A_DRAWING}, server.asked) == (set(), [])
