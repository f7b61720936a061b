import { type SheetColumn, type SheetName, sheetColumns } from '@huanwei/contract/imports/codes'

/** The text of a file: UTF-8, else what Chinese Excel writes. */
export function decodeText(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

/** Type of a file by its first bytes: Excel's two formats, or text. */
export function kindOf(bytes: ArrayBuffer): 'xlsx' | 'xls' | 'text' {
  const [first = 0, second = 0] = new Uint8Array(bytes)
  if (first === 0x50 && second === 0x4b) return 'xlsx'
  return first === 0xd0 && second === 0xcf ? 'xls' : 'text'
}

/** Cells of CSV, or of what was copied from a sheet (tabs). Quoted cells may hold commas, line ends and doubled quotes. */
export function cellsOf(text: string): string[][] {
  const separator = text.slice(0, text.search(/[\r\n]|$/)).includes('\t') ? '\t' : ','
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    row.push(cell.trim())
    cell = ''
  }
  const endRow = () => {
    endCell()
    if (row.some((one) => one !== '')) rows.push(row)
    row = []
  }
  const source = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  for (let i = 0; i < source.length; i++) {
    const character = source[i]
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (source[i + 1] === '"') cell += source[i++]
      else isQuoted = false
    } else if (character === '"' && cell.trim() === '') {
      isQuoted = true
      cell = ''
    } else if (character === separator) endCell()
    else if (character === '\n') endRow()
    else cell += character
  }
  endRow()
  return rows
}

/** Rows of a sheet as an import takes them; `firstRow` is the number that the first one has for people. */
export type SheetTable = { columns: SheetColumn[]; rows: string[][]; firstRow: number }

const plain = (title: string) => title.replace(/[\s*]/g, '').toLowerCase()
const isBlank = (row: readonly string[]) => row.every((cell) => cell.trim() === '')

/** The table in cells. `titlesOf` gives what a column may be called; without a row of titles the columns stand in the order of the template. */
export function tableOf(
  cells: readonly string[][],
  sheet: SheetName,
  titlesOf: (column: SheetColumn) => readonly string[],
): SheetTable {
  const own: readonly SheetColumn[] = sheetColumns[sheet]
  const start = Math.max(
    0,
    cells.findIndex((row) => !isBlank(row)),
  )
  const titles = cells[start] ?? []
  const named = titles.map((title) => own.find((column) => titlesOf(column).some((one) => plain(one) === plain(title))))
  const isTitled = named.filter(Boolean).length >= Math.min(2, titles.length)
  const places = (isTitled ? named : own).flatMap((column, at, all) =>
    column && all.indexOf(column) === at ? [{ column, at }] : [],
  )
  const from = start + (isTitled ? 1 : 0)
  const end = cells.findLastIndex((row) => !isBlank(row)) + 1
  const rows = cells.slice(from, end).map((row) => places.map(({ at }) => row[at] ?? ''))
  return { columns: places.map(({ column }) => column), rows, firstRow: from + 1 }
}

const quoted = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** CSV that Excel opens as UTF-8; a cell never becomes a formula. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  const safe = (cell: string) => (/^[=+\-@\t]/.test(cell) ? `'${cell}` : cell)
  return `\uFEFF${rows.map((row) => row.map((cell) => quoted(safe(cell))).join(',')).join('\r\n')}\r\n`
}
