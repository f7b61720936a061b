import { dayMs } from '@huanwei/contract/time'
import type { Cell, CellKind } from '../../lib/export-list.ts'

/** Maximum number of rows of a sheet, header included. */
export const mostSheetRows = 1_048_576
/** Maximum number of characters of a cell. */
const longestText = 32_767

/** Indices in the list of `cellXfs` below. */
const style = { head: 1, moment: 2, quoted: 3 } as const

export const stylesXml = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" quotePrefix="1"/></cellXfs></styleSheet>`

/** XML before the rows of a sheet, with its frozen header row of `titles`. */
export const sheetStart = (titles: string[], widths: number[]) => {
  const cols = widths.map((width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`).join('')
  const head = titles.map((title, i) => textCell(`${letters(i)}1`, title, style.head)).join('')
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${cols}</cols><sheetData><row r="1">${head}</row>`
}

/** XML after the rows; `rows` counts those below the header, `more` is XML that follows the filter. */
export const sheetEnd = (columns: number, rows: number, more = '') =>
  `</sheetData><autoFilter ref="A1:${letters(columns - 1)}${rows + 1}"/>${more}</worksheet>`

/** XML of `rows` in a sheet that already has `before` rows below its header. */
export const rowsXml = (rows: Cell[][], kinds: CellKind[], before: number) =>
  rows
    .map((cells, n) => {
      const row = before + n + 2
      return `<row r="${row}">${cells.map((cell, i) => cellXml(`${letters(i)}${row}`, cell, kinds[i] ?? 'text')).join('')}</row>`
    })
    .join('')

function cellXml(place: string, cell: Cell, kind: CellKind) {
  if (cell === null || cell === '') return ''
  if (kind === 'figure' && Number.isFinite(Number(cell))) return `<c r="${place}"><v>${Number(cell)}</v></c>`
  const day = kind === 'moment' ? dayNumber(String(cell)) : Number.NaN
  return Number.isNaN(day) ? textCell(place, String(cell)) : `<c r="${place}" s="${style.moment}"><v>${day}</v></c>`
}

/** A text cell, never a formula: its type in the file says so, and text that looks like a formula is quoted, so that it stays text when the cell is edited or copied. */
function textCell(place: string, text: string, look: number = /^[=+\-@\t\r]/.test(text) ? style.quoted : 0) {
  return `<c r="${place}" t="inlineStr"${look ? ` s="${look}"` : ''}><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
}

/** Days since 1899-12-30, the serial date of spreadsheets, in the time zone of the text, to the millisecond; NaN for text that is no time. */
const dayNumber = (text: string) => Math.round((Date.parse(`${text.replace(' ', 'T')}Z`) / dayMs + 25_569) * 1e8) / 1e8

/** Characters that XML cannot hold; tabs and line ends are written as they are. */
const noXml = /(?![\t\n])\p{Cc}|[\ufffe\uffff]/gu

const escaped = (text: string) =>
  text
    .slice(0, longestText)
    .toWellFormed()
    // Text that readers would take for the escape `_xHHHH_`, and characters that XML cannot hold.
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(noXml, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(/[&<>]/g, (sign) => (sign === '&' ? '&amp;' : sign === '<' ? '&lt;' : '&gt;'))

/** 0 → A, 26 → AA. */
export const letters = (column: number): string =>
  (column >= 26 ? letters(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))
