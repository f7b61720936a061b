import type { ImportRow } from '@huanwei/contract/imports/endpoints'

/** The columns of the sheet, in the order of the template. */
export const sheetFields = ['username', 'name', 'gender', 'phone', 'deptName', 'roleNames', 'password'] as const
export type SheetField = (typeof sheetFields)[number]

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

/** Rows of an import. `titlesOf` gives what a column may be called; without a row of titles they stand in the order of the template. */
export function importRowsOf(cells: readonly string[][], titlesOf: (field: SheetField) => readonly string[]): ImportRow[] {
  const [first = []] = cells
  const columns = first.map((title) => sheetFields.find((field) => titlesOf(field).includes(title.replace(/[\s*]/g, ''))))
  const hasTitles = columns.includes('username')
  const fields: readonly (SheetField | undefined)[] = hasTitles ? columns : sheetFields
  return cells.slice(hasTitles ? 1 : 0).map((row) => {
    const at = (field: SheetField) => row[fields.indexOf(field)] ?? ''
    return {
      username: at('username'),
      name: at('name'),
      gender: at('gender'),
      phone: at('phone'),
      deptName: at('deptName'),
      roleNames: at('roleNames'),
      password: at('password'),
    }
  })
}

const quoted = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** Cells as the text that `cellsOf` reads. */
export const textOfCells = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => row.map((cell) => quoted(cell.replaceAll('\t', ' '))).join(',')).join('\n')

/** CSV that Excel opens as UTF-8; a cell never becomes a formula. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  const safe = (cell: string) => (/^[=+\-@\t]/.test(cell) ? `'${cell}` : cell)
  return `\uFEFF${rows.map((row) => row.map((cell) => quoted(safe(cell))).join(',')).join('\r\n')}\r\n`
}
