"""Sudoku workbooks as people build them who know nothing of xlbuilder: small, made by the tests."""

import re
from functools import partial

import openpyxl
from openpyxl.utils import get_column_letter

from tests.helpers.workbooks import edited

TITLE = "My Puzzle"
INPUT, SOLUTION = f"'{TITLE}'!B2:J10", f"'{TITLE}'!L2:T10"
CANDIDATES = f"'{TITLE}'!B14:AB40"


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
