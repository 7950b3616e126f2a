"""Sudoku workbooks as people build them who know nothing of xlbuilder: small, made by the tests."""

import re
from functools import partial

import openpyxl
from openpyxl.utils import column_index_from_string, get_column_letter

from tests.helpers.workbooks import edited, related

TITLE = "My Puzzle"
INPUT, SOLUTION = f"'{TITLE}'!B2:J10", f"'{TITLE}'!L2:T10"
CANDIDATES = f"'{TITLE}'!B14:AB40"


MACROS = "ms-excel.sheet.macroEnabled"


def with_a_switch(path, puzzle, formula=None):
    """Save one that keeps each digit it has found until V6 says Reset."""
    book = _book(puzzle, 100)
    sheet = book.active
    sheet["V6"] = "Go"
    sheet["V8"] = '=IF(V6="Reset","Cleared",IF(COUNT(L2:T10)=81,"Done!","Thinking"))'
    for _, _, given, cell, lines in _cells():
        sheet[cell] = (formula or single)(given, cell, lines)
    book.save(path)


def single(given, cell, lines):
    """Return the formula that places the only digit that no line has."""
    free = "+".join(f"COUNTIF({line},{{1,2,3,4,5,6,7,8,9}})" for line in lines)
    return (
        f'=IF($V$6="Reset","",IF({given}<>"",{given},IF({cell}<>"",{cell},'
        f'IF(SUMPRODUCT(({free}=0)*1)=1,SUMPRODUCT(({free}=0)*{{1,2,3,4,5,6,7,8,9}}),""))))'
    )


def pressed_many_times(path, puzzle):
    """Save one with a maximum of one iteration: its user keeps F9 pressed."""
    book = _book(puzzle, 1)
    sheet = book.active
    for row, column, given, cell, lines in _cells():
        top, left = 14 + 3 * row, 2 + 3 * column
        block = f"{get_column_letter(left)}{top}:{get_column_letter(left + 2)}{top + 2}"
        sheet[cell] = f'=IF({given}<>"",{given},IF(COUNT({block})=1,SUM({block}),""))'
        for digit in range(1, 10):
            seen = "+".join(f"COUNTIF({line},{digit})" for line in lines)
            at = sheet.cell(top + (digit - 1) // 3, left + (digit - 1) % 3)
            at.value = f'=IF({seen}>3*({cell}={digit}),"",{digit})'
    book.save(path)


def _book(puzzle, iterations):
    book = openpyxl.Workbook()
    book.active.title = TITLE
    for cell, digit in enumerate(puzzle.digits):
        book.active.cell(2 + cell // 9, 2 + cell % 9).value = digit or None
    book.calculation.iterate, book.calculation.iterateCount = True, iterations
    return book


def _cells():
    """Yield the row, the column, the given, the cell and the row, column and box of each cell."""
    for row in range(9):
        for column in range(9):
            letter, above, left = get_column_letter(12 + column), row // 3 * 3, column // 3 * 3
            corners = get_column_letter(12 + left), get_column_letter(14 + left)
            box = f"${corners[0]}${2 + above}:${corners[1]}${4 + above}"
            lines = (f"$L{2 + row}:$T{2 + row}", f"{letter}$2:{letter}$10", box)
            given = f"{get_column_letter(2 + column)}{2 + row}"
            yield row, column, given, f"{letter}{2 + row}", lines


def with_texts_of_candidates(path, puzzle):
    """Save one whose solution shows texts, beside a board with the texts of what is left."""
    book = _book(puzzle, 100)
    sheet = book.active
    for row, column, given, cell, lines in _cells():
        at = sheet.cell(2 + row, 22 + column)
        left = [
            f'IF({"+".join(f"COUNTIF({line},{digit})" for line in lines)}=0,"{digit}","")'
            for digit in range(1, 10)
        ]
        found = f'IF(VALUE("0"&{cell})>0,{cell}&"",{"&".join(left)})'
        at.value = f'=IF({given}<>"",{given}&"",{found})'
        sheet[cell] = f'=IF({given}<>"",{given},IF(LEN({at.coordinate})=1,{at.coordinate},""))'
    book.save(path)


def with_boards_between(path, puzzle):
    """Save one that shows its solution behind a clean, a next and a current board."""
    book = _book(puzzle, 100)
    sheet = book.active
    for row, column, given, cell, lines in _cells():
        clean, after, now = (sheet.cell(2 + row, at + column) for at in (22, 32, 42))
        free = "+".join(f"COUNTIF({line},{{1,2,3,4,5,6,7,8,9}})" for line in lines)
        free = re.sub(r"\b([L-T])(?=\$?\d)", lambda at: get_column_letter(ord(at[1]) - 34), free)
        only = f"IF(SUMPRODUCT(({free}=0)*1)=1,SUMPRODUCT(({free}=0)*{{1,2,3,4,5,6,7,8,9}}),0)"
        clean.value = f"=IF(ISNUMBER({given}),{given},0)"
        after.value = (
            f"=IF({clean.coordinate}>0,{clean.coordinate},"
            f"IF({now.coordinate}>0,{now.coordinate},{only}))"
        )
        now.value = f"={after.coordinate}"
        sheet[cell] = f'=IF({now.coordinate}=0,"",{now.coordinate})'
    book.save(path)


def with_old_puzzles(path, puzzle):
    """Save one with boards between, and with old puzzles, each with a copy beside it."""
    with_boards_between(path, puzzle)
    book = openpyxl.load_workbook(path)
    archive = book.create_sheet("Archive", 0)
    for number in range(20):
        for cell, digit in enumerate(puzzle.digits):
            at = archive.cell(2 + 11 * number + cell // 9, 2 + cell % 9, digit or None)
            copy = archive.cell(at.row, at.column + 10)
            copy.value = f'=IF({at.coordinate}="",0,{at.coordinate})'
    book.save(path)


def with_a_lookup(path):
    """Add what looks a name up beside the puzzle, by a newer function; return the path."""
    book = openpyxl.load_workbook(path)
    for row in range(2, 12):
        book.active[f"BA{row}"], book.active[f"BB{row}"] = f"Name {row}", row
    book.active["BD2"] = "Name 7"
    book.active["BD3"] = '=_xlfn.XLOOKUP(BD2,BA2:BA11,BB2:BB11,"none")'
    book.save(path)
    return path


def as_xlsm(path):
    """Save a workbook as one with macros; return its new path."""
    related(path, "http://schemas.microsoft.com/office/2006/relationships/vbaProject", "vba.bin")
    kinds = [
        f"application/vnd.{kind}.main+xml".encode()
        for kind in ("openxmlformats-officedocument.spreadsheetml.sheet", MACROS)
    ]
    edited(path, lambda data: data.replace(*kinds), "[Content_Types].xml")
    return path.rename(path.with_suffix(".xlsm"))


def single_of_an_array(given, cell, lines):
    """Return the same as one array, in which the columns of the digits are turned into rows."""
    row, column, box = lines
    digits = "{1;2;3;4;5;6;7;8;9}"
    free = (
        f"(COUNTIF({row},{digits})+TRANSPOSE(COUNTIF({column},TRANSPOSE({digits})))"
        f"+COUNTIF({box},{digits})=0)"
    )
    return (
        f'=IF($V$6="Reset","",IF({given}<>"",{given},IF({cell}<>"",{cell},'
        f'IF(SUM({free}*1)=1,SUM({free}*{digits}),""))))'
    )


def as_one_cell_arrays(path):
    """Store each formula of the solution as Excel 365 does: as an array of one cell."""
    cell = re.compile(rb'<c r="([L-T](?:[2-9]|10))"( [^>]*)?><f>')
    edited(path, partial(cell.sub, rb'<c r="\1"\2 cm="1"><f t="array" ref="\1">'))


def far_from_its_clues(path, puzzle):
    """Save one that works on a sheet of columns; three formulas lie between a clue and its cell."""
    book = openpyxl.Workbook()
    sheet, engine = book.active, book.create_sheet("Engine")
    sheet.title = "S"
    for cell, digit in enumerate(puzzle.digits):
        (row, column), n = divmod(cell, 9), cell + 1
        sheet.cell(row + 1, column + 1).value = digit or None
        places = row + 1, column + 1, row // 3 * 3 + column // 3 + 1
        for letter, place in zip("NOP", places, strict=True):
            engine[f"{letter}{n}"] = place
        clue = f"INDEX(S!$A$1:$I$9,N{n},O{n})"
        engine[f"A{n}"] = f'=IF({clue}<>"",{clue},IF(N(L{n})>0,L{n},""))'
        for value, letter in enumerate("BCDEFGHIJ", 1):
            seen = "+".join(
                f"COUNTIFS($A$1:$A$81,{value},${at}$1:${at}$81,${at}{n})" for at in "NOP"
            )
            engine[f"{letter}{n}"] = f'=IF($A{n}="",IF({seen}=0,1,0),IF($A{n}={value},1,0))'
        only = f"IF(SUM(B{n}:J{n})=1,MATCH(1,B{n}:J{n},0),0)"
        engine[f"L{n}"] = f'=IF(A{n}<>"",A{n},{only})'
        sheet.cell(row + 1, column + 12).value = f"=Engine!L{n}"
    book.calculation.iterate = True
    book.save(path)


def spread(path, step, gap):
    """Put a gap between the boxes of a workbook, and merge cells into each cell of its boards."""

    def moved(place):
        """Return a row or a column, those of the boards, from the second one on, in their turn."""
        board, at = divmod(place - 2, 10)
        return 2 + board * (9 * step + 2 * gap + 1) + at * step + at // 3 * gap

    def reference(found):
        before, letters, between, row = found.groups()
        column = get_column_letter(moved(column_index_from_string(letters)))
        return f"{before}{column}{between}{moved(int(row))}"

    book = openpyxl.load_workbook(path)
    old = book.active
    new = book.create_sheet("new")
    for cell in [cell for row in old.iter_rows() for cell in row if cell.value is not None]:
        value = cell.value
        if isinstance(value, str) and value.startswith("="):
            value = re.sub(r"(\$?)\b([A-Z]{1,2})(\$?)(\d+)\b", reference, value)
        at = new.cell(moved(cell.row), moved(cell.column), value)
        if step > 1:
            right, down = at.column + step - 1, at.row + step - 1
            new.merge_cells(None, at.row, at.column, down, right)
    book.remove(old)
    new.title = TITLE
    book.save(path)
