import { randomBytes } from 'node:crypto'
import { addAbortSignal, Readable } from 'node:stream'
import { columnsOf, Grouping } from '@huanwei/contract/reports/codes'
import { figuresOf } from '@huanwei/contract/reports/rules'
import { say } from '@huanwei/words/say'
import type { Database } from '../../../db/connect.ts'
import type { CellKind } from '../../../lib/export-list.ts'
import { mostSheetRows, rowsXml, sheetEnd, sheetStart } from '../../exports/sheet.ts'
import { packWorkbook } from '../../exports/workbook.ts'
import type { FileStore } from '../../files/file-store.ts'
import { findRowsAfter, type ReportFigures, type TableReport } from '../queries.ts'

/** Before the name of a department, for each level. */
const indent = '    '
/** Rows read at a time. */
const stretch = 2000
/** Rows of one sheet, without its header and its totals. */
const ofSheet = mostSheetRows - 2

type Arranged = { rows: number; sums: number[] }

/** Stores the rows of a report as a workbook, which is written while they are read; returns its name. */
export async function writeSheet(db: Database, store: FileStore, report: TableReport, arranged: Arranged, lost: AbortSignal) {
  const received = await store.receive(addAbortSignal(lost, workbookOf(db, report, arranged)))
  try {
    const fileName = `${randomBytes(16).toString('hex')}.xlsx`
    await received.keep(fileName)
    return fileName
  } finally {
    await received.drop()
  }
}

function workbookOf(db: Database, report: TableReport, { rows, sums }: Arranged) {
  const { kind, language, grouping, name } = report
  const isByObject = grouping === Grouping.object
  const titles = [
    say(language, `reports:grouping.${grouping}`),
    ...(isByObject ? [say(language, 'reports:department')] : []),
    ...columnsOf(kind).map(({ key, unit }) =>
      say(language, `reports:columnOf.${unit}`, { name: say(language, `reports:column.${key}`) }),
    ),
  ]
  const texts = isByObject ? 2 : 1
  const kinds = titles.map((_, i): CellKind => (i < texts ? 'text' : 'figure'))
  const sheets = Math.max(1, Math.ceil(rows / ofSheet))
  const cells = ({ label, deptName, level, sums }: Pick<ReportFigures, 'label' | 'deptName' | 'level' | 'sums'>) => [
    `${indent.repeat(level)}${label || say(language, 'reports:noObject')}`,
    ...(isByObject ? [deptName] : []),
    ...figuresOf(kind, sums),
  ]
  const total = { label: say(language, 'reports:total'), deptName: '', level: 0, sums }

  async function* xmlOf(sheet: number) {
    const [first, last] = [sheet * ofSheet, Math.min(rows, (sheet + 1) * ofSheet)]
    for (let place = first; place < last; ) {
      const most = Math.min(stretch, last - place)
      const found = await db.within(report, (tx) => findRowsAfter(tx, report, place, most))
      yield rowsXml(found.map(cells), kinds, place - first)
      if (!found.length) break
      place += found.length
    }
    if (sheet === sheets - 1) yield rowsXml([cells(total)], kinds, last - first)
  }
  const widths = titles.map((_, i) => (i === 0 ? 28 : i < texts ? 20 : 14))
  return packWorkbook(
    Array.from({ length: sheets }, (_, i) => (i ? `${name} ${i + 1}` : name)),
    (i) => ({
      start: sheetStart(titles, widths),
      rows: Readable.from(xmlOf(i)),
      end: sheetEnd(titles.length, Math.min(rows - i * ofSheet, ofSheet)),
    }),
  )
}
