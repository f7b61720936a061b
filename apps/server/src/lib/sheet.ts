import type { Words } from './words.ts'

/** A cell by its kind: a text, a figure, a moment (`yyyy-MM-dd HH:mm:ss`); null is empty. */
export type Kind = 'text' | 'figure' | 'moment'
export type Cell = string | number | null
export type Column = { title: Words; kind: Kind /** Characters. */; width: number }

/** Rows that one sheet of a workbook takes, its head among them. */
export const mostSheetRows = 1_048_576
/** Characters that a cell takes. */
const longestText = 32_767

/** Places in the list of `cellXfs` below. */
const style = { head: 1, moment: 2, quoted: 3 } as const

export const stylesXml = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" quotePrefix="1"/></cellXfs></styleSheet>`

/** What stands before the rows of a sheet: its frozen head with `titles`. */
export const sheetStart = (titles: string[], widths: number[]) => {
  const cols = widths.map((width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`).join('')
  const head = titles.map((title, i) => textCell(`${letters(i)}1`, title, style.head)).join('')
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${cols}</cols><sheetData><row r="1">${head}</row>`
}

/** What stands behind them; `rows` are those below the head. */
export const sheetEnd = (columns: number, rows: number) =>
  `</sheetData><autoFilter ref="A1:${letters(columns - 1)}${rows + 1}"/></worksheet>`

/** `rows` as they stand in a sheet that has `before` rows below its head already. */
export const rowsXml = (rows: Cell[][], kinds: Kind[], before: number) =>
  rows
    .map((cells, n) => {
      const row = before + n + 2
      return `<row r="${row}">${cells.map((cell, i) => cellXml(`${letters(i)}${row}`, cell, kinds[i] ?? 'text')).join('')}</row>`
    })
    .join('')

function cellXml(place: string, cell: Cell, kind: Kind) {
  if (cell === null || cell === '') return ''
  if (kind === 'figure' && Number.isFinite(Number(cell))) return `<c r="${place}"><v>${Number(cell)}</v></c>`
  const day = kind === 'moment' ? dayNumber(String(cell)) : Number.NaN
  return Number.isNaN(day) ? textCell(place, String(cell)) : `<c r="${place}" s="${style.moment}"><v>${day}</v></c>`
}

/** Always a text, never a formula: by its type in the file, and where it looks like one also when somebody edits the cell or takes it elsewhere. */
function textCell(place: string, text: string, look: number = /^[=+\-@\t\r]/.test(text) ? style.quoted : 0) {
  return `<c r="${place}" t="inlineStr"${look ? ` s="${look}"` : ''}><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
}

/** Days since 1899-12-30 as sheets count them, in the zone of the text, to the millisecond; NaN for what is no moment. */
const dayNumber = (text: string) => Math.round((Date.parse(`${text.replace(' ', 'T')}Z`) / 86_400_000 + 25_569) * 1e8) / 1e8

/** Tabs and line ends are written as they are. */
const noXml = /(?![\t\n])\p{Cc}|[\ufffe\uffff]/gu

const escaped = (text: string) =>
  text
    .slice(0, longestText)
    .toWellFormed()
    // What means a character by its number to a reader, and characters that XML has no way to write.
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(noXml, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(/[&<>]/g, (sign) => (sign === '&' ? '&amp;' : sign === '<' ? '&lt;' : '&gt;'))

/** 0 → A, 26 → AA. */
export const letters = (column: number): string =>
  (column >= 26 ? letters(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))
