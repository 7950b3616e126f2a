"""The workbooks that the project has ready to be opened are what `xlbuilder build` writes today."""

import zipfile

import pytest

from tests.helpers.places import ROOT

OUT = ROOT / "out" / "sudoku.xlsx"
LARGEST = 130_000
REMEDY = "out/{0}.xlsx is not what the templates give: xlbuilder build {0} --out out/{0}.xlsx"


def parts(path):
    with zipfile.ZipFile(path) as archive:
        return [(member, archive.read(member)) for member in archive.infolist()]


def is_the_same(one, other):
    """Compare two files byte for byte but for their compression.

    Builds of zlib compress the same bytes into different ones; so where the files differ, their
    members have to agree in order, name, date, content and all else that the archive says of them
    but for their compressed size and where they stand.
    """
    if one.read_bytes() == other.read_bytes():
        return True
    told = ("filename", "date_time", "compress_type", "create_system", "external_attr", "extra")
    return [([getattr(member, key) for key in told], data) for member, data in parts(one)] == [
        ([getattr(member, key) for key in told], data) for member, data in parts(other)
    ]


@pytest.mark.parametrize("name", ["sudoku", "play"])
def test_the_workbook_in_out_is_what_build_writes(made, name):
    assert is_the_same(OUT.with_stem(name), made(name)), REMEDY.format(name)


@pytest.mark.parametrize("name", ["sudoku", "play"])
def test_it_is_small(name):
    assert OUT.with_stem(name).stat().st_size <= LARGEST


@pytest.mark.parametrize("options", [("--unprotected",), ("--no-values",)])
def test_another_workbook_is_not_the_same(made, options):
    assert not is_the_same(OUT, made(*options))


def test_another_compression_is_the_same_and_another_date_is_not(tmp_path):
    for name, level, year in (("packed", 1, 1980), ("dated", 9, 1981)):
        with zipfile.ZipFile(tmp_path / name, "w") as archive:
            for member, data in parts(OUT):
                copy = zipfile.ZipInfo(member.filename, (year, 1, 1, 0, 0, 0))
                copy.compress_type = zipfile.ZIP_DEFLATED
                copy.create_system = member.create_system
                archive.writestr(copy, data, compresslevel=level)
    assert (tmp_path / "packed").read_bytes() != OUT.read_bytes()
    assert is_the_same(OUT, tmp_path / "packed")
    assert not is_the_same(OUT, tmp_path / "dated")
