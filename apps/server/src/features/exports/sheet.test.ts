import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { cellsOf, partsOf } from '../../workbook.test-kit.ts'
import { letters, mostSheetRows, rowsXml, sheetEnd, sheetStart } from './sheet.ts'
import { openSpool, type Place } from './spool.ts'
import { packWorkbook } from './workbook.ts'

test.each([
  ['=1+1', '=1+1'],
  ['+1', '+1'],
  ['-1', '-1'],
  ['@x', '@x'],
  ['\t=1', '\t=1'],
  ['\r=1', '_x000D_=1'],
])('%j is a text and stays one when the cell is edited', (sent, written) => {
  expect(rowsXml([[sent]], ['text'], 0)).toBe(
    `<row r="2"><c r="A2" t="inlineStr" s="3"><is><t xml:space="preserve">${written}</t></is></c></row>`,
  )
})

test.each([
  ['<a> & "b"', '&lt;a&gt; &amp; "b"'],
  ['a\0b\x1bc\n', 'a_x0000_b_x001B_c\n'],
  ['_x0041_', '_x005F_x0041_'],
  ['\ud800', '\ufffd'],
  ['环'.repeat(40_000), '环'.repeat(32_767)],
])('%j is escaped so that every reader gets it back', (sent, written) => {
  expect(cellsOf(rowsXml([[sent]], ['text'], 0))).toEqual([[written]])
})

test('numbers and times are typed; an unparsable one stays a text; an empty value gives no cell', () => {
  const row = rowsXml([[12.5, '2026-01-05 08:30:00', 'soon', null, '']], ['figure', 'moment', 'moment', 'text', 'text'], 7)
  expect(row).toBe(
    '<row r="9"><c r="A9"><v>12.5</v></c><c r="B9" s="2"><v>46027.35416667</v></c><c r="C9" t="inlineStr"><is><t xml:space="preserve">soon</t></is></c></row>',
  )
})

test('columns have letters', () => {
  expect([0, 25, 26, 701, 702].map(letters)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA'])
})

function folder() {
  const made = mkdtempSync(join(tmpdir(), 'huanwei-spool-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}
const after = { time: '2026-01-05 08:00:00.000001+08', id: 1 }

test('a sheet that is full is continued in a second one', async () => {
  const { spool } = await openSpool(folder(), 'one', undefined)
  const nearlyFull: Place = { worker: 'one', after, sheets: [{ rows: mostSheetRows - 3, bytes: 0 }] }
  expect([spool.before(nearlyFull, 2), spool.before(nearlyFull, 3)]).toEqual([mostSheetRows - 3, 0])
  const full = await spool.write(nearlyFull, after, 2, 'two')
  expect(full.sheets.map(({ rows }) => rows)).toEqual([mostSheetRows - 1])
  const both = await spool.write(full, after, 1, 'one')
  expect(both.sheets.map(({ rows }) => rows)).toEqual([mostSheetRows - 1, 1])
  const file = await buffer(
    packWorkbook(['a/b', 'c'], (i) => ({ start: sheetStart(['=x'], [9]), rows: spool.read(both, i), end: sheetEnd(1, 1) })),
  )
  const parts = partsOf(file)
  expect([...parts.keys()].filter((name) => name.includes('sheet'))).toEqual([
    'xl/worksheets/sheet1.xml',
    'xl/worksheets/sheet2.xml',
  ])
  expect(parts.get('xl/worksheets/sheet2.xml')).toMatch(/<\/row>one<\/sheetData>/)
  expect(parts.get('xl/workbook.xml')).toContain('name="a b"')
})

test('bytes behind the last recorded place are overwritten, and another worker continues with a copy', async () => {
  const here = folder()
  const first = await openSpool(here, 'first', undefined)
  const one = await first.spool.write(undefined, after, 1, 'one ')
  await first.spool.write(one, after, 1, 'never recorded, and longer than what comes in its place')
  const second = await openSpool(here, 'second', one)
  const two = await second.spool.write(second.place, after, 1, 'two')
  await first.spool.write(one, after, 1, 'from a worker that does not know it has lost the export')
  expect(await text(Readable.from(second.spool.read(two, 0)))).toBe('one two')
})

test('without the files of the previous worker the export starts over', async () => {
  const one = await (await openSpool(folder(), 'first', undefined)).spool.write(undefined, after, 1, 'one')
  expect((await openSpool(folder(), 'second', one)).place).toBeUndefined()
})
