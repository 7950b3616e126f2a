"""Guards of a built file: each yields what Excel would repair or refuse, from the raw parts.

tests/unit/workbook/test_traps.py runs them, and breaks each one;
docs/reference/excel.md lists the traps.
"""

import re
from pathlib import Path
from xml.etree import ElementTree

from openpyxl.utils import FORMULAE

from tests.helpers.parts import SHEET, area, corners, sheet_of
from xlbuilder.formula.area import Area
from xlbuilder.formula.bind import Binder
from xlbuilder.formula.functions import ARRAYS, RANGES, function_of
from xlbuilder.formula.parse import parse, parsed_form
from xlbuilder.formula.tree import Array, Call, children

ROWS, COLUMNS = 1_048_576, 16_384
RELATIONS, TYPES = "xl/_rels/workbook.xml.rels", "[Content_Types].xml"
CORE, CUSTOM = "docProps/core.xml", "docProps/custom.xml"
# A list of words, a name, or a range; of another sheet from Excel 2010 on.
SOURCE_OF_A_LIST = re.compile(
    r'".{1,255}"|[A-Za-z_]\w*|([A-Za-z_]\w*!)?\$[A-Z]+\$\d+:\$[A-Z]+\$\d+', re.DOTALL
)

# Names that Excel has itself; in a file they begin with _xlnm.
BUILT_IN = {"PRINT_AREA", "PRINT_TITLES", "CRITERIA", "DATABASE", "EXTRACT", "AUTO_OPEN"}


def names_are_words_and_no_addresses(parts):
    seen = set()
    for name in parts.names:
        word = name.get("name")
        if not re.fullmatch(r"[^\W\d][\w.]*", word) or word.lower().startswith("_xl"):
            yield f"{word} is no word"
        if re.fullmatch(r"[A-Za-z]{1,3}\d+|[Rr]?[Cc]?|([Rr]|[Rr]?[Cc])\d.*", word):
            yield f"{word} is an address"
        if word.upper() in {*FORMULAE, *BUILT_IN, "TRUE", "FALSE"}:
            yield f"{word} is taken"
        if word.lower() in seen:
            yield f"{word} is there twice"
        seen.add(word.lower())
    for name in set(parts.all_names) - set(parts.names):
        sheet = int(name.get("localSheetId", len(parts.sheet_names)))
        if name.get("name") not in ("_xlnm.Print_Area", "_xlnm.Print_Titles"):
            yield f"{name.attrib} is no name that Excel has itself"
        elif sheet >= len(parts.sheet_names) or sheet_of(name.text) != parts.sheet_names[sheet]:
            yield f"{name.attrib} is not of its sheet: {name.text}"


def names_and_comments_are_short(parts):
    for name in parts.names:
        if set(name.attrib) - {"name", "comment"}:
            yield f"{name.attrib} has what Excel passes over"
        if not all(1 <= len(text) <= 255 for text in name.attrib.values()):
            yield f"{name.attrib} is empty or too long"


def references_in_names_have_a_sheet(parts):
    for formula in parts.formulas_of("name"):
        yield from (each for each in formula.of("reference") if "!" not in each)


def sheets_that_look_like_addresses_are_quoted(parts):
    """In R1C1 style Excel takes RC123Test for the address RC123."""
    texts = [(formula.place, formula.of("reference")) for formula in parts.formulas]
    texts += [(name.get("name"), name.text.split(",")) for name in parts.all_names]
    for place, references in texts:
        for each in references:
            if re.match(r"(true|false|r?c?|[a-z]{1,3}\d+|(r|r?c)\d[^!']*)!", each, re.IGNORECASE):
                yield f"{place}: {each}"


def names_point_neither_up_nor_left(parts):
    """Such a reference is stored wrapped round the edge, beyond all cells of the sheet."""
    _, _, bottom, right = area(parts.sheet.find("{*}dimension").get("ref"))
    for formula in parts.formulas_of("name"):
        for reference in formula.of("reference"):
            if any(row > bottom or column > right for row, column in corners(reference)):
                yield f"{formula.place}: {reference}"


def all_that_calculates_is_on_one_sheet(parts):
    """The other sheets hold constants; formulas of the first may look them up."""
    for name, sheet in parts.sheets.items():
        for tag in ("f", "cfRule", "dataValidation"):
            yield from (f"{name}: {tag}" for _ in sheet.findall(f".//{{*}}{tag}") if name != SHEET)
    for formula in parts.formulas:
        for reference in formula.of("reference"):
            if sheet_of(reference) not in ("", *parts.sheet_names):
                yield f"{formula.place}: {reference}"


def no_name_relies_on_being_an_array(parts):
    """LibreOffice does not always evaluate names as arrays: ranges stand where they are taken."""
    names = {name.get("name").lower(): parse(name.text) for name in parts.names}
    binder, sheet, seen = Binder(names), parts.sheet_names[0], set()
    for formula in parts.formulas_of("cell"):
        row, column = corners(formula.place)[0]
        bound = binder.bound(parsed_form(formula.text), Area(sheet, row, column, row, column))
        shapes = [each.shape if isinstance(each, Area) else each for each in bound.parts.values()]
        if (key := (bound.frame, *shapes)) in seen:
            continue
        seen.add(key)
        pending = [bound.node]
        while pending:
            node = pending.pop()
            if isinstance(node, Array) or (isinstance(node, Area) and node.shape != (1, 1)):
                yield f"{formula.place}: {node}"
                continue
            roles = function_of(node.function).takes if isinstance(node, Call) else set()
            if not roles or not roles <= ARRAYS:
                is_taken = not RANGES.isdisjoint(roles)
                below = children(node)
                pending += [each for each in below if not (is_taken and isinstance(each, Area))]


def there_are_no_array_formulas(parts):
    """Where Excel meets an array in a cell of the old kind, it shows an @ and takes one value."""
    yield from (name for name in parts if "metadata" in name)
    for address, cell in parts.all_cells.items():
        if set(cell.attrib) - {"r", "s", "t"} or any(f.attrib for f in cell.findall("{*}f")):
            yield f"{address} is more than a plain formula"
    yield from (each.place for each in parts.formulas_of("cell") if each.of("array"))


def functions_are_those_of_excel_2007(parts):
    for formula in parts.formulas:
        yield from (word for word in formula.of("function") if word not in FORMULAE)


def formulas_are_in_the_language_of_the_file(parts):
    """English, with commas; what a user of another language types is none of it."""
    for formula in parts.formulas:
        yield from (sign for sign in formula.of("sign") if sign in (";", "@", "[", "]"))
        yield from (f"{formula.place} begins with =" for _ in re.findall("^=", formula.text))


def formulas_and_texts_are_within_limits(parts):
    for formula in parts.formulas:
        levels, arguments = formula.levels
        if len(formula.text) > 8192 or levels > 64 or arguments > 255:
            yield f"{formula.place}: {len(formula.text)}, {levels}, {arguments}"
        if not formula.place.startswith("validation"):
            yield from (text for text in formula.of("text") if len(text) > 257)
    for address, cell in parts.all_cells.items():
        if any(len("".join(text.itertext())) > 32_767 for text in cell.findall("{*}is")):
            yield address


def texts_that_look_like_formulas_stay_texts(parts):
    """When such a text is edited, Excel makes a formula of it, but for this mark."""
    marks = [each.get("quotePrefix") for each in parts.styles.findall("{*}cellXfs/{*}xf")]
    for address, cell in parts.all_cells.items():
        text = "".join(cell.find("{*}is").itertext()) if cell.find("{*}is") is not None else ""
        if text.startswith("=") and marks[int(cell.get("s"))] != "1":
            yield f"{address}: {text}"


def it_iterates_and_calculates_at_opening(parts):
    settings = dict(parts.workbook.find("{*}calcPr").attrib)
    if not 1 <= int(settings.pop("iterateCount")) <= 32_767:
        yield "iterateCount"
    if not 0 < float(settings.pop("iterateDelta")) < 1:
        yield "iterateDelta"
    expected = {"calcId": "191029", "calcMode": "auto", "fullCalcOnLoad": "1", "iterate": "1"}
    if settings != expected:
        yield f"{settings}"


def stored_values_are_of_their_types(parts):
    number = r"(-?\d+(\.\d+)?([eE][+-]?\d+)?)?"
    error = r"#(REF!|N/A|NAME\?|VALUE!|DIV/0!|NULL!|NUM!)"
    fits = {None: number, "n": number, "b": "[01]", "e": error, "str": "(?s).*", "inlineStr": ""}
    for address, cell in parts.all_cells.items():
        kind, value = cell.get("t"), cell.findtext("{*}v") or ""
        if cell.find("{*}v") is not None and not value and kind != "str":
            yield f"{address}: an empty value"
        if kind not in fits or not re.fullmatch(fits[kind], value):
            yield f"{address}: {kind} {value!r}"
        if (kind == "inlineStr") != (cell.find("{*}is") is not None):
            yield f"{address}: a text of its own"


def conditional_formats_are_plain(parts):
    for formula in [*parts.formulas_of("format"), *parts.formulas_of("validation")]:
        others = [each for each in formula.of("reference") if "!" in each]
        if formula.joins or formula.of("array") or others:
            yield formula.place


def fills_of_formats_have_both_colors(parts):
    for fill in parts.styles.findall("{*}dxfs/{*}dxf/{*}fill/{*}patternFill"):
        front, back = fill.find("{*}fgColor"), fill.find("{*}bgColor")
        if fill.get("patternType") != "solid" or front is None or back is None:
            yield "half a fill"
        elif front.get("rgb") != back.get("rgb"):
            yield "two colors"


def validations_are_short(parts):
    most = {"prompt": 255, "promptTitle": 32, "error": 224, "errorTitle": 32}
    for entry in parts.sheet.findall(".//{*}dataValidation"):
        yield from (key for key in most if len(entry.get(key, "")) > most[key])
        lists = [each.text for each in entry if entry.get("type") == "list" and each.text]
        yield from (text for text in lists if not SOURCE_OF_A_LIST.fullmatch(text))
        bounds = [each.text for each in entry if entry.get("type") == "whole"]
        yield from (text for text in bounds if len(text) > 255)
        if entry.get("type") not in ("whole", "list") or entry.get("showErrorMessage") != "1":
            yield f"{entry.attrib}"


def only_what_the_user_fills_is_unlocked(parts):
    formats = parts.styles.findall("{*}cellXfs/{*}xf")

    def is_locked(address):
        rule = formats[int(parts.cells[address].get("s"))].find("{*}protection")
        return rule is None or rule.get("locked", "1") == "1"

    if parts.sheet.find("{*}sheetProtection") is None:
        yield from (name for name in parts.sheets if b"<sheetProtection" in parts[name])
        return
    for name, sheet in parts.sheets.items():
        found = sheet.find("{*}sheetProtection")
        guard = {} if found is None else found.attrib
        if guard.get("sheet") != "1" or {"password", "hashValue", "saltValue"} & set(guard):
            yield f"{name} has a password, or is open"
        keys = ["formatCells", "insertRows", "insertColumns", "deleteRows", "deleteColumns", "sort"]
        yield from (key for key in keys if guard.get(key) != "1")
        yield from (key for key in guard if key.startswith("select") and guard.get(key) != "0")
    filled = set()
    for entry in parts.sheet.findall(".//{*}dataValidation"):
        top, left, bottom, right = area(entry.get("sqref"))
        filled |= {
            address
            for address in parts.cells
            if top <= corners(address)[0][0] <= bottom and left <= corners(address)[0][1] <= right
        }
    for address, cell in parts.cells.items():
        if cell.find("{*}f") is not None and not is_locked(address):
            yield f"{address} holds a formula and is open"
        if address in filled and is_locked(address):
            yield f"{address} is to be filled and is locked"


def the_sheet_has_a_name_and_a_number(parts):
    for sheet in parts.workbook.findall("{*}sheets/{*}sheet"):
        name = sheet.get("name")
        if not 1 <= len(name) <= 31 or set(name) & set("[]:*?/\\") or name.strip("'") != name:
            yield name
        if name.lower() == "history" or not 1 <= int(sheet.get("sheetId")) <= 65_534:
            yield f"{sheet.attrib}"
    for key in ("name", "sheetId"):
        found = [each.get(key).lower() for each in parts.workbook.findall("{*}sheets/{*}sheet")]
        if len(set(found)) < len(found):
            yield f"{key} twice"


def addresses_are_on_the_sheet_and_in_order(parts):
    places = [each for formula in parts.formulas for each in formula.of("reference")]
    for sheet in parts.sheets.values():
        here = []
        for row in sheet.findall("{*}sheetData/{*}row"):
            cells = [corners(cell.get("r"))[0] for cell in row]
            if any(top != int(row.get("r")) for top, _ in cells):
                yield f"row {row.get('r')} has cells of another row"
            here += [(int(row.get("r")), 0), *cells]
        if here != sorted(set(here)):
            yield "out of order, or twice"
        places += [cell.get("r") for cell in sheet.findall(".//{*}c")]
        places += [sheet.find("{*}dimension").get("ref")]
        places += [each.get("ref") for each in sheet.findall(".//{*}mergeCell")]
        places += [each.get("sqref") for each in sheet.findall(".//*[@sqref]")]
    for place in places:
        inside = [1 <= row <= ROWS and 1 <= column <= COLUMNS for row, column in corners(place)]
        if not inside or not all(inside) or len(inside) != place.rpartition("!")[2].count(":") + 1:
            yield f"{place} is no place on a sheet"


def merged_cells_do_not_overlap(parts):
    for sheet in parts.sheets.values():
        areas = [area(each.get("ref")) for each in sheet.findall(".//{*}mergeCell")]
        for number, (top, left, bottom, right) in enumerate(areas):
            for other in areas[:number]:
                rows_meet = top <= other[2] and other[0] <= bottom
                if rows_meet and left <= other[3] and other[1] <= right:
                    yield f"{other}"
        if areas and int(sheet.find("{*}mergeCells").get("count")) != len(areas):
            yield "the count of merged cells"


def indexes_of_styles_exist(parts):
    def count(path):
        found = len(parts.styles.findall(f"{{*}}{path}/*"))
        told = parts.styles.find(f"{{*}}{path}")
        assert told is None or int(told.get("count", found)) == found
        return found

    known = {"fontId": count("fonts"), "fillId": count("fills"), "borderId": count("borders")}
    known["xfId"] = count("cellStyleXfs")
    formats = {each.get("numFmtId") for each in parts.styles.findall("{*}numFmts/{*}numFmt")}
    for entry in parts.styles.findall("{*}cellXfs/{*}xf"):
        yield from (key for key in known if int(entry.get(key)) >= known[key])
        if int(entry.get("numFmtId")) >= 164 and entry.get("numFmtId") not in formats:
            yield f"numFmtId {entry.get('numFmtId')}"
    styled = list(parts.all_cells.values())
    for sheet in parts.sheets.values():
        styled += sheet.findall(".//{*}row[@s]")
    yield from (cell.get("r") for cell in styled if int(cell.get("s", "0")) >= count("cellXfs"))
    rules = parts.sheet.findall(".//{*}cfRule")
    yield from (rule.get("dxfId") for rule in rules if int(rule.get("dxfId")) >= count("dxfs"))
    if len({rule.get("priority") for rule in rules}) < len(rules):
        yield "a priority twice"


def words_in_formulas_are_defined(parts):
    known = {name.get("name").lower() for name in parts.names} | {"true", "false"}
    for formula in parts.formulas:
        yield from (word for word in formula.of("word") if word.lower() not in known)
        yield from (error for error in formula.of("error"))


def parts_are_declared_and_there(parts):
    declared = {
        each.get("PartName").removeprefix("/")
        for each in ElementTree.fromstring(parts[TYPES])
        if each.get("PartName")
    }
    yield from declared - set(parts)
    yield from {name for name in parts if not name.endswith(".rels")} - declared - {TYPES}
    for relations in (name for name in parts if name.endswith(".rels")):
        folder = Path(relations).parent.parent
        entries = ElementTree.fromstring(parts[relations])
        if len({entry.get("Id") for entry in entries}) < len(entries):
            yield f"{relations}: an Id twice"
        for entry in entries:
            target = entry.get("Target")
            if entry.get("TargetMode") == "External":
                yield f"{target} is outside the file"
            name = target[1:] if target.startswith("/") else (folder / target).as_posix()
            if name not in parts:
                yield f"{target} is not there"
    ids = {each.get("Id") for each in ElementTree.fromstring(parts[RELATIONS])}
    for sheet in parts.workbook.findall("{*}sheets/{*}sheet"):
        yield from (
            value for key, value in sheet.attrib.items() if "}id" in key and value not in ids
        )
    if any(cell.get("t") == "s" for cell in parts.all_cells.values()):
        yield "a shared string, and we write none"


def dates_and_numbers_of_properties_are_valid(parts):
    for each in ElementTree.fromstring(parts[CORE]):
        is_date = each.tag.endswith(("created", "modified"))
        if is_date and not re.fullmatch(r"\d{4}(-\d\d){2}T\d\d(:\d\d){2}Z", each.text):
            yield f"{each.text}"
    if CUSTOM in parts:
        entries = list(ElementTree.fromstring(parts[CUSTOM]))
        if [entry.get("pid") for entry in entries] != [str(n + 2) for n in range(len(entries))]:
            yield "pid"
        if len({entry.get("name").lower() for entry in entries}) < len(entries):
            yield "a name twice"
