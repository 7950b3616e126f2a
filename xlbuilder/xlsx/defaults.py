"""What an attribute of a workbook's XML means when it is absent.

Some programs write all attributes, others leave out attributes that have their defaults.  This
module has the defaults of ECMA-376 Part 1 (annex A.2), and for dataBar and iconSet also the
defaults of [MS-XLSX] 2.6, which uses the same names.
"""

from collections.abc import Mapping

_TABLE = """
alignment: indent justifyLastLine readingOrder relativeIndent shrinkToFit textRotation wrapText
  horizontal=general vertical=bottom
anchor: moveWithCells sizeWithCells
b: val=1
bgColor: tint
border: diagonalDown diagonalUp outline=1
brk: id man max min pt
c: cm s vm t=n
cacheField: hierarchy level memberPropertyField numFmtId serverField sqlType databaseField=1
  uniqueList=1
calcPr: forceFullCalc fullCalcOnLoad iterate calcCompleted=1 calcMode=auto calcOnSave=1
  concurrentCalc=1 fullPrecision=1 iterateCount=100 iterateDelta=0.001 refMode=A1
calculatedMember: set
cellStyle: customBuiltin hidden
cfRule: bottom equalAverage percent stopIfTrue aboveAverage=1
cfvo: gte=1
chartFormat: series
col: bestFit collapsed customWidth hidden outlineLevel phonetic style
color: tint
colorFilter: cellColor=1
commentPr: autoScale colHidden disabled justLastX rowHidden uiObject autoFill=1 autoLine=1
  defaultSize=1 lockText=1 locked=1 print=1 textHAlign=left textVAlign=top
condense: val=1
conditionalFormat: scope=selection type=none
conditionalFormatting: pivot
connection: background deleted interval keepAlive minRefreshableVersion new onlyUseConnectionFile
  refreshOnLoad saveData savePassword credentials=integrated reconnectionMethod=1
consolidation: autoPage=1
controlPr: disabled recalcAlways uiObject autoFill=1 autoLine=1 autoPict=1 defaultSize=1 locked=1
  print=1
customFilter: operator=equal
customFilters: and
customSheetView: filter filterUnique fitToPage hiddenColumns hiddenRows printArea showAutoFilter
  showFormulas showPageBreaks zoomToFit colorId=64 outlineSymbols=1 scale=100 showGridLines=1
  showRowCol=1 showRuler=1 state=visible view=normal zeroValues=1
customWorkbookView: autoUpdate changesSavedWin maximized minimized onlySync personalView
  includeHiddenRowCol=1 includePrintSettings=1 showComments=commIndicator showFormulaBar=1
  showHorizontalScroll=1 showObjects=all showSheetTabs=1 showStatusbar=1 showVerticalScroll=1
  tabRatio=600
dataBar: border negativeBarColorSameAsPositive axisPosition=automatic direction=context gradient=1
  maxLength=90 minLength=10 negativeBarBorderColorSameAsPositive=1 showValue=1
dataConsolidate: leftLabels link startLabels topLabels function=sum
dataField: baseField=-1 baseItem=1048832 showDataAs=normal subtotal=sum
dataValidation: allowBlank showDropDown showErrorMessage showInputMessage errorStyle=stop
  imeMode=noControl operator=between type=none
dataValidations: disablePrompts
dbPr: commandType=2
definedName: function hidden publishToServer vbProcedure workbookParameter xlm
dimension: measure
extend: val=1
f: aca bx ca del1 del2 dt2D dtr t=normal
fgColor: tint
fileRecoveryPr: crashSave dataExtractLoad repairLoad autoRecover=1
fileSharing: readOnlyRecommended
filterColumn: hiddenButton showButton=1
filters: blank calendarType=none
format: action=formatting
gradientFill: bottom degree left right top type=linear
headerFooter: differentFirst differentOddEven alignWithMargins=1 scaleWithDoc=1
i: val=1
iconSet: custom reverse iconSet=3TrafficLights1 percent=1 showValue=1
ignoredError: calculatedColumn emptyCellReference evalError formula formulaRange listDataValidation
  numberStoredAsText twoDigitTextYear unlockedFormula
item: c d f h m s e=1 sd=1 t=data
location: colPageCount rowPageCount
objectPr: dde disabled uiObject autoFill=1 autoLine=1 autoPict=1 defaultSize=1 locked=1 print=1
olapPr: local localRefresh sendLocale serverFill=1 serverFont=1 serverFontColor=1
  serverNumberFormat=1
oleObject: autoLoad dvAspect=DVASPECT_CONTENT
outline: val=1
outlinePr: applyStyles showOutlineSymbols=1 summaryBelow=1 summaryRight=1
pageSetup: blackAndWhite draft useFirstPageNumber cellComments=none copies=1 errors=displayed
  firstPageNumber=1 fitToHeight=1 fitToWidth=1 horizontalDpi=600 orientation=default
  pageOrder=downThenOver paperSize=1 scale=100 usePrinterDefaults=1 verticalDpi=600
pageSetUpPr: fitToPage autoPageBreaks=1
pane: xSplit ySplit activePane=topLeft state=split
parameter: boolean refreshOnChange sqlType parameterType=prompt
patternFill: patternType=none
phoneticPr: alignment=left type=fullwidthKatakana
pivotArea: cacheIndex collapsedLevelsAreSubtotals grandCol grandRow labelOnly dataOnly=1 outline=1
  type=normal
pivotCacheDefinition: backgroundQuery createdVersion invalid minRefreshableVersion optimizeMemory
  refreshOnLoad refreshedVersion supportAdvancedDrill supportSubquery tupleCache upgradeOnRefresh
  enableRefresh=1 saveData=1
pivotField: allDrilled autoShow avgSubtotal countASubtotal countSubtotal dataField dataSourceSort
  defaultAttributeDrillState hiddenLevel hideNewItems includeNewItemsInFilter insertBlankRow
  insertPageBreak maxSubtotal measureFilter minSubtotal multipleItemSelectionAllowed
  nonAutoSortDefault productSubtotal serverField showPropAsCaption showPropCell showPropTip
  stdDevPSubtotal stdDevSubtotal sumSubtotal varPSubtotal varSubtotal compact=1 defaultSubtotal=1
  dragOff=1 dragToCol=1 dragToData=1 dragToPage=1 dragToRow=1 itemPageCount=10 outline=1 showAll=1
  showDropDowns=1 sortType=manual subtotalTop=1 topAutoShow=1
pivotHierarchy: dragToData includeNewItemsInFilter multipleItemSelectionAllowed outline subtotalTop
  dragOff=1 dragToCol=1 dragToPage=1 dragToRow=1 showInFieldList=1
pivotTableDefinition: applyAlignmentFormats applyBorderFormats applyFontFormats applyNumberFormats
  applyPatternFormats applyWidthHeightFormats asteriskTotals chartFormat createdVersion
  customListSort dataOnRows disableFieldList editData fieldListSortAscending fieldPrintTitles
  gridDropZones itemPrintTitles mdxSubqueries mergeItem minRefreshableVersion outline outlineData
  pageOverThenDown pageWrap printDrill published showEmptyCol showEmptyRow showError
  subtotalHiddenItems updatedVersion useAutoFormatting colGrandTotals=1 compact=1 compactData=1
  enableDrill=1 enableFieldProperties=1 enableWizard=1 immersive=1 indent=1 multipleFieldFilters=1
  preserveFormatting=1 rowGrandTotals=1 showCalcMbrs=1 showDataDropDown=1 showDataTips=1
  showDrill=1 showDropZones=1 showHeaders=1 showItems=1 showMemberPropertyTips=1 showMissing=1
  showMultipleLabel=1 visualTotals=1
pivotTableStyleInfo: showColHeaders showColStripes showLastColumn showRowHeaders showRowStripes
printOptions: gridLines headings horizontalCentered verticalCentered gridLinesSet=1
protection: hidden locked=1
queryTable: applyAlignmentFormats applyBorderFormats applyFontFormats applyNumberFormats
  applyPatternFormats applyWidthHeightFormats disableEdit disableRefresh fillFormulas
  firstBackgroundRefresh intermediate refreshOnLoad removeDataOnSave rowNumbers adjustColumnWidth=1
  backgroundRefresh=1 growShrinkType=insertDelete headers=1 preserveFormatting=1
queryTableField: clipped fillFormulas rowNumbers dataBound=1
queryTableRefresh: fieldIdWrapped minimumVersion unboundColumnsLeft unboundColumnsRight
  headersInLastRefresh=1 nextId=1 preserveSortFilterLayout=1
rangePr: autoEnd=1 autoStart=1 groupBy=range groupInterval=1
reference: avgSubtotal byPosition countASubtotal countSubtotal defaultSubtotal maxSubtotal
  minSubtotal productSubtotal relative stdDevPSubtotal stdDevSubtotal sumSubtotal varPSubtotal
  varSubtotal selected=1
row: collapsed customFormat customHeight hidden outlineLevel ph s thickBot thickTop
scenario: hidden locked
selection: activeCellId activeCell=A1 pane=topLeft sqref=A1
shadow: val=1
sharedItems: containsBlank containsDate containsInteger containsMixedTypes containsNumber longText
  containsNonDate=1 containsSemiMixedTypes=1 containsString=1
sheet: state=visible
sheetCalcPr: fullCalcOnLoad
sheetFormatPr: customHeight outlineLevelCol outlineLevelRow thickBottom thickTop zeroHeight
  baseColWidth=8
sheetPr: filterMode syncHorizontal syncVertical transitionEntry transitionEvaluation
  enableFormatConditionsCalculation=1 published=1
sheetProtection: content objects scenarios selectLockedCells selectUnlockedCells sheet autoFilter=1
  deleteColumns=1 deleteRows=1 formatCells=1 formatColumns=1 formatRows=1 insertColumns=1
  insertHyperlinks=1 insertRows=1 pivotTables=1 sort=1
sheetView: rightToLeft showFormulas tabSelected windowProtection zoomScaleNormal
  zoomScalePageLayoutView zoomScaleSheetLayoutView zoomToFit colorId=64 defaultGridColor=1
  showGridLines=1 showOutlineSymbols=1 showRowColHeaders=1 showRuler=1 showWhiteSpace=1 showZeros=1
  view=normal zoomScale=100
sortCondition: descending iconSet=3Arrows sortBy=value
sortState: caseSensitive columnSort sortMethod=none
strike: val=1
tabColor: tint
table: insertRow insertRowShift published totalsRowCount headerRowCount=1 tableType=worksheet
  totalsRowShown=1
tableColumn: totalsRowFunction=none
tableStyle: pivot=1 table=1
tableStyleElement: size=1
tableStyleInfo: showColumnStripes showFirstColumn showLastColumn showRowStripes
textField: position type=general
textPr: comma consecutive semicolon space codePage=1252 delimited=1 fileType=win firstRow=1
  prompt=1 qualifier=doubleQuote tab=1
top10: percent top=1
u: val=single
webPr: consecutive firstRow htmlTables parsePre sourceData textDates xl2000 xl97 xml
  htmlFormat=none
webPublishing: allowPng vml css=1 dpi=96 longFileNames=1 targetScreenSize=800x600 thicket=1
webPublishItem: autoRepublish
webPublishObject: autoRepublish
workbookPr: allowRefreshQuery backupFile checkCompatibility date1904 filterPrivacy
  hidePivotFieldList promptedSolutions publishItems refreshAllConnections showPivotChartFilter
  autoCompressPictures=1 dateCompatibility=1 saveExternalLinkValues=1 showBorderUnselectedTables=1
  showInkAnnotation=1 showObjects=all updateLinks=userSet
workbookProtection: lockRevision lockStructure lockWindows
workbookView: activeTab firstSheet minimized autoFilterDateGrouping=1 showHorizontalScroll=1
  showSheetTabs=1 showVerticalScroll=1 tabRatio=600 visibility=visible
x: v
xf: applyAlignment applyBorder applyFill applyFont applyNumberFormat applyProtection pivotButton
  quotePrefix
xmlColumnPr: denormalized
"""
"""Elements and their attributes; an attribute without a value is 0, which is also false."""


def _read(table: str) -> Mapping[str, Mapping[str, str]]:
    found: dict[str, dict[str, str]] = {}
    element = ""
    for word in table.split():
        if word.endswith(":"):
            element = word[:-1]
        else:
            attribute, _, value = word.partition("=")
            found.setdefault(element, {})[attribute] = value or "0"
    return found


DEFAULTS = _read(_TABLE)
"""The defaults, by the names of an element and of its attribute."""
