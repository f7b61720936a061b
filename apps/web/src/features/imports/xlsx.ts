import { readSheet } from 'read-excel-file/universal'

/** Texts of the cells of the first sheet of an Excel file (`.xlsx`). Rejects when it is none. Loaded when somebody chooses one. */
export async function cellsOfXlsx(file: Blob): Promise<string[][]> {
  // Telephone numbers are numbers to Excel, sometimes as 1.38E+10.
  const rows = await readSheet(file, { parseNumber: (digits) => String(Number(digits)) })
  return rows.map((row) => row.map((cell) => String(cell ?? '')))
}
