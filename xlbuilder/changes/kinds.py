"""Which places in the XML of a workbook mean nothing, are only looks, or are facts already.

The first line of the tables that fits a place decides.  A place that no line fits has a meaning: so
diff reports also what nobody thought of.  A place is the path of an element in its part, such as
``worksheet/sheetViews/sheetView``, with ``/@name`` for an attribute and ``/#`` for a text; ``*`` in
a line stands for anything.  docs/reference/diff.md has the kinds for users.
"""

import re
from enum import Enum
from fnmatch import translate
from functools import lru_cache
from typing import NamedTuple

from xlbuilder.changes.compare import Aspect
from xlbuilder.xlsx.rules import FONT_HINTS


class KindOfPlace(NamedTuple):
    """Places of one kind."""

    words: str
    places: tuple[str, ...]


class Treatment(Enum):
    """What becomes of a place that is not compared as XML."""

    NOTHING = "means nothing"
    FACT = "is compared as a fact"


NOTHING = (
    KindOfPlace(
        "what formulas showed last, and what the values of other workbooks were",
        (
            "worksheet/sheetData/row/c[[]f]/v*",
            "worksheet/sheetData/row/c[[]f]/@t",
            "externalLink/externalBook/sheetDataSet*",
            "externalLink/externalBook/definedNames/definedName/@refersTo",
            "*/part[[]pivotCacheRecords]*",
            "*/c:numCache*",
            "*/c:strCache*",
            "*/c:multiLvlStrCache*",
        ),
    ),
    KindOfPlace(
        "the order in which Excel last calculated",
        ("*/part[[]calcChain]*", "*/part[[]volatileDependencies]*"),
    ),
    KindOfPlace(
        "orders to calculate once, when the file is opened next",
        (
            "workbook/calcPr/@fullCalcOnLoad",
            "workbook/calcPr/@calcCompleted",
            "worksheet/sheetCalcPr*",
        ),
    ),
    KindOfPlace(
        "which program and version saved the file, when, where, and for how many threads",
        (
            "workbook/mc:AlternateContent*",
            "workbook/extLst/ext[[]{140A7094-0E35-4892-8432-C4D2E57EDEB5}]*",
            "workbook/extLst/ext[[]{79F54976-1DA5-4618-B147-CDE4B953A38B}]*",
            "workbook/extLst/ext[[]{B58B0392-4F1F-4190-BB64-5DF3571DCE5F}]*",
            "workbook/fileVersion*",
            "workbook/calcPr/@calcId",
            "workbook/calcPr/@concurrentCalc",
            "workbook/calcPr/@concurrentManualCount",
            "workbook/@conformance",
            "workbook/workbookPr/@defaultThemeVersion",
            "workbook/extLst/ext[[]{7626C862-2A13-11E5-B345-FEFF819CDC9F}]*",
            "cp:coreProperties/dcterms:created*",
            "cp:coreProperties/dcterms:modified*",
            "cp:coreProperties/cp:lastModifiedBy*",
            "cp:coreProperties/cp:lastPrinted*",
            "cp:coreProperties/cp:revision*",
            "cp:coreProperties/cp:version*",
            "cp:coreProperties/dc:language*",
            "Properties/Template*",
            "Properties/Application*",
            "Properties/AppVersion*",
            "Properties/TotalTime*",
            "Properties/DocSecurity*",
            "Properties/ScaleCrop*",
            "Properties/SharedDoc*",
            "Properties/HeadingPairs*",
            "Properties/TitlesOfParts*",
            "Properties/LinksUpToDate*",
            "Properties/HyperlinksChanged*",
        ),
    ),
    KindOfPlace(
        "where the windows stand, and what is selected in them",
        (
            "workbook/bookViews/workbookView/@[xy]Window",
            "workbook/bookViews/workbookView/@firstSheet",
            "workbook/bookViews/workbookView/@activeTab",
            "workbook/bookViews/workbookView/@windowWidth",
            "workbook/bookViews/workbookView/@windowHeight",
            "workbook/bookViews/workbookView/@minimized",
            "workbook/bookViews/workbookView/@tabRatio",
            "worksheet/sheetViews/sheetView/@tabSelected",
            "worksheet/sheetViews/sheetView/@topLeftCell",
            "worksheet/sheetViews/sheetView/@workbookViewId",
            "worksheet/sheetViews/sheetView/@colorId",
            "worksheet/sheetViews/sheetView/@zoomScale?*",
            "worksheet/sheetViews/sheetView/selection*",
            "worksheet/sheetViews/sheetView/pivotSelection*",
            "worksheet/sheetViews/sheetView/pane/@activePane",
            "worksheet/sheetViews/sheetView/pane/@topLeftCell",
            "worksheet/dataValidations/@[xy]Window",
        ),
    ),
    KindOfPlace(
        "numbers and ids by which parts find each other, and priorities beyond their order",
        (
            "workbook/sheets/sheet/@sheetId",
            "workbook/pivotCaches/pivotCache/@cacheId",
            "{http://schemas.openxmlformats.org/package/2006/relationships}*Relationship/@Id",
            "worksheet/conditionalFormatting/cfRule/@priority",
            "*/x14:cfRule/@priority",
            "*/x14:cfRule/@id",
            "worksheet/conditionalFormatting/cfRule/extLst/ext/x14:id*",
            "*/@xr:*",
            "*/xr:*",
            "*/@mc:Ignorable",
            "Properties/property*/@pid",
            "Properties/property*/@fmtid",
            "table/@id",
            "comments/commentList/comment/@shapeId",
            "comments/commentList/comment/@guid",
            "worksheet/@*",
            "workbook/workbookPr/@codeName",
            "worksheet/sheetPr/@codeName",
            "*/{http://schemas.microsoft.com/office/drawing/2014/main}creationId*",
        ),
    ),
    KindOfPlace(
        "types of parts that only hold texts, formats or notes, and types that no part has",
        (
            "workbook/part[[]sharedStrings]/@content",
            "workbook/part[[]styles]/@content",
            "package/part[[]extended-properties]/@content",
            "package/part[[]core-properties]/@content",
            "package/part[[]custom-properties]/@content",
            "{http://schemas.openxmlformats.org/package/2006/content-types}Types/*",
        ),
    ),
    KindOfPlace("how many there are of something, which a program counts", ("[!{]*/@count",)),
    KindOfPlace(
        "which cells a sheet uses, and how deep its outline is",
        ("worksheet/dimension*", "worksheet/sheetFormatPr/@outlineLevel*"),
    ),
    KindOfPlace(
        "resolutions of screens and printers, and what a driver of a printer notes",
        (
            "worksheet/pageSetup/@*Dpi",
            "worksheet/pageSetup/@usePrinterDefaults",
            "*/part[[]printerSettings]*",
            "*/@x14ac:dyDescent",
        ),
    ),
    KindOfPlace(
        "whether a text keeps blanks at its ends: the blanks are compared themselves",
        ("[!{]*/@xml:space",),
    ),
    KindOfPlace(
        "how formulas and texts are stored: shared or in each cell, and since when they are known",
        (
            "worksheet/sheetData/row/@spans",
            "worksheet/sheetData/row/c/f/@aca",
            "worksheet/sheetData/row/c/f/@ca",
            "worksheet/sheetData/row/c/f/@si",
            "sst/@uniqueCount",
        ),
    ),
    KindOfPlace(
        "whether a width or a height was set by hand",
        (
            "worksheet/cols/col/@customWidth",
            "worksheet/cols/col/@bestFit",
            "worksheet/sheetData/row/@customHeight",
            "worksheet/sheetData/row/@thick*",
            "worksheet/sheetFormatPr/@customHeight",
        ),
    ),
    KindOfPlace(
        "which font to take for one that is missing",
        tuple(f"styleSheet/*/{hint}*" for hint in FONT_HINTS),
    ),
    KindOfPlace(
        "the second color of a solid fill, and that a fill of a conditional format is solid",
        (
            "styleSheet/fills/fill/patternFill/bgColor*",
            "styleSheet/dxfs/dxf/fill/patternFill/fgColor*",
            "styleSheet/dxfs/dxf/fill/patternFill/@patternType",
        ),
    ),
    KindOfPlace(
        "the name of the usual style, which programs write in the language of the user",
        ("styleSheet/cellStyles/cellStyle/@name",),
    ),
    KindOfPlace(
        "whether a cell keeps its format when its style is changed",
        ("styleSheet/*/xf/@apply*",),
    ),
)
"""What means nothing."""

UNUSED = "formats, texts and styles that no cell has"
"""This kind has no places of its own: the format and the text of each cell are compared."""

FACTS = (
    KindOfPlace(
        "cells, their texts and formats, columns and rows",
        (
            "worksheet/cols*",
            "worksheet/sheetData*",
        ),
    ),
    KindOfPlace("merged cells", ("worksheet/mergeCells*",)),
    KindOfPlace(
        "conditional formats and validations",
        (
            "worksheet/conditionalFormatting/@sqref",
            "worksheet/conditionalFormatting/cfRule*",
            "worksheet/dataValidations/dataValidation*",
            "worksheet/extLst/ext[[]{CCE6A557-97BC-4b89-ADB6-D9C93CAAB3DF}]/@uri",
            "worksheet/extLst/ext[[]{78C0D931-6437-407d-A8EE-F0AAD7539E65}]/@uri",
            "*/x14:conditionalFormatting/x14:cfRule*",
            "*/x14:conditionalFormatting/xm:sqref*",
            "*/x14:dataValidation",
            "*/x14:dataValidation/*",
        ),
    ),
    KindOfPlace("whether a sheet is protected", ("worksheet/sheetProtection/@sheet",)),
    KindOfPlace("sheets, their names and whether they show", ("workbook/sheets/sheet/@state",)),
    KindOfPlace(
        "defined names",
        (
            "workbook/definedNames/definedName/#",
            "workbook/definedNames/definedName/@comment",
            "workbook/definedNames/definedName/@hidden",
            "workbook/definedNames/definedName/@localSheetId",
        ),
    ),
    KindOfPlace(
        "the settings of calculation",
        (
            "workbook/calcPr/@iterate",
            "workbook/calcPr/@iterateCount",
            "workbook/calcPr/@iterateDelta",
            "workbook/calcPr/@calcMode",
            "workbook/workbookPr/@date1904",
        ),
    ),
    KindOfPlace("the title", ("cp:coreProperties/dc:title*",)),
    KindOfPlace(
        "the document properties of xlbuilder, also that which says what it was built from",
        ("Properties/property[[]xlbuilder *", "Properties/property[[]Built from]*"),
    ),
)
"""What is compared by its meaning, in compare.py and cells.py."""

COSMETIC = (
    KindOfPlace(
        "views",
        (
            "worksheet/sheetViews*",
            "workbook/bookViews*",
            "workbook/customWorkbookViews*",
            "worksheet/customSheetViews*",
            "workbook/calcPr/@refMode",
            "workbook/workbookPr/@show*",
            "worksheet/sheetPr/outlinePr*",
            "worksheet/sheetPr/tabColor*",
            "worksheet/sheetPr/@syncHorizontal",
            "worksheet/sheetPr/@syncVertical",
            "worksheet/sheetPr/@syncRef",
            "worksheet/ignoredErrors*",
            "worksheet/cellWatches*",
        ),
    ),
    KindOfPlace(
        "printing",
        (
            "worksheet/printOptions*",
            "worksheet/pageMargins*",
            "worksheet/pageSetup*",
            "worksheet/headerFooter*",
            "worksheet/rowBreaks*",
            "worksheet/colBreaks*",
            "worksheet/sheetPr/pageSetUpPr*",
            "worksheet/drawingHF*",
            "worksheet/legacyDrawingHF*",
            "workbook/definedNames/definedName[[]_xlnm.Print_*",
        ),
    ),
    KindOfPlace(
        "looks",
        (
            "worksheet/sheetFormatPr*",
            "worksheet/phoneticPr*",
            "worksheet/picture*",
            "worksheet/hyperlinks/hyperlink/@display",
            "*/part[[]theme]*",
            "a:theme*",
            "styleSheet*",
            "table/tableStyleInfo*",
            "{}xml",
            "{}xml/*",
            "comments/commentList/comment/text/r/rPr*",
            "*/part[[]vmlDrawing]*",
        ),
    ),
    KindOfPlace(
        "notes about the file",
        (
            "cp:coreProperties*",
            "Properties/Company*",
            "Properties/Manager*",
            "*/part[[]thumbnail]*",
            "*/part[[]classificationlabels]*",
            "{http://schemas.microsoft.com/office/2020/mipLabelMetadata}*",
            "workbook/workbookPr/@filterPrivacy",
            "workbook/workbookPr/@backupFile",
            "workbook/workbookPr/@checkCompatibility",
            "workbook/workbookPr/@autoCompressPictures",
            "workbook/fileRecoveryPr*",
        ),
    ),
)
"""What changes neither the calculation of a workbook nor what it holds."""

_CONTROLS = tuple(
    f"{{}}xml/*}}ClientData/*}}{word}/#"
    for word in ("Fmla*", "Checked", "Val", "Min", "Max", "Inc", "Page", "Sel", "MultiSel")
)
"""What a control of a drawing does in the format of Excel 97: VML, ECMA-376 Part 4, 19.4."""

_ASPECTS = (
    (Aspect.PROTECTION, ("worksheet/sheetProtection*", "worksheet/protectedRanges*")),
    (Aspect.PROTECTION, ("workbook/workbookProtection*", "workbook/fileSharing*")),
    (Aspect.SETTING, ("workbook/calcPr*", "workbook/workbookPr*", "worksheet/sheetPr/@*")),
    (Aspect.VALIDATION, ("worksheet/dataValidations*",)),
    (Aspect.NAME, ("workbook/definedNames*",)),
    (Aspect.SHEET, ("workbook/sheets*",)),
)
"""The aspects of other places; a place in none of these lines is another part of the file."""


@lru_cache(maxsize=8192)
def kind_of(place: str) -> Treatment | Aspect:
    """Return what a place is about, or that it is not compared as XML."""
    for treatment, pattern in _PATTERNS:
        if pattern.fullmatch(place):
            return treatment
    return Aspect.PART


def _pattern(places: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(map(translate, places)))


_COSMETIC_ASPECTS = (Aspect.VIEW, Aspect.PRINT, Aspect.LOOK, Aspect.FILE)
_PATTERNS: tuple[tuple[Treatment | Aspect, re.Pattern[str]], ...] = (
    *((Treatment.NOTHING, _pattern(kind.places)) for kind in NOTHING),
    *((Treatment.FACT, _pattern(kind.places)) for kind in FACTS),
    (Aspect.PART, _pattern(_CONTROLS)),
    *(
        (aspect, _pattern(kind.places))
        for aspect, kind in zip(_COSMETIC_ASPECTS, COSMETIC, strict=True)
    ),
    *((aspect, _pattern(places)) for aspect, places in _ASPECTS),
)
