import type { SheetColumn } from '@huanwei/contract/imports/codes'
import { expect, test } from 'vitest'
import { cellsOf, csvOf, decodeText, tableOf } from './sheet.ts'

const titles: Partial<Record<SheetColumn, string[]>> = {
  username: ['用户名'],
  name: ['姓名', 'Full name'],
  phone: ['手机号码'],
  deptName: ['部门'],
  password: ['密码'],
}
const titlesOf = (column: SheetColumn) => titles[column] ?? []

test.each([
  [
    'commas',
    'a,b\r\nc,d\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'tabs, as copied from a sheet',
    'a\tb,c\nd\te',
    [
      ['a', 'b,c'],
      ['d', 'e'],
    ],
  ],
  ['quotes', '"a,b","say ""hi""","two\nlines"\n', [['a,b', 'say "hi"', 'two\nlines']]],
  ['a mark in front, empty lines, spaces', '\uFEFFa , b\n\n , \n', [['a', 'b']]],
])('cells: %s', (_, text, expected) => {
  expect(cellsOf(text)).toEqual(expected)
})

test('columns are found by their titles, in any order; rows keep the numbers that they have in the sheet', () => {
  const cells = [
    ['', ''],
    ['密码*', '用户名 *', 'full  NAME', '备注', '部门', '密码'],
    ['x', 'li', '李', '?', '一部', 'y'],
    ['', '', '', '', '', ''],
    ['z', 'wu', '吴'],
    [' ', ''],
  ]
  expect(tableOf(cells, 'users', titlesOf)).toEqual({
    columns: ['password', 'username', 'name', 'deptName'],
    firstRow: 3,
    rows: [
      ['x', 'li', '李', '一部'],
      ['', '', '', ''],
      ['z', 'wu', '吴', ''],
    ],
  })
})

test('without titles the columns stand as in the template', () => {
  const { columns, rows, firstRow } = tableOf([['li', '李', '', '138', '一部']], 'users', titlesOf)
  expect(columns.slice(0, 5)).toEqual(['username', 'name', 'gender', 'phone', 'deptName'])
  expect([firstRow, rows]).toEqual([1, [['li', '李', '', '138', '一部', '', '']]])
})

test('what Chinese Excel writes is read too', () => {
  // 姓名 in GBK.
  expect(decodeText(new Uint8Array([0xd0, 0xd5, 0xc3, 0xfb]).buffer)).toBe('姓名')
  expect(decodeText(new TextEncoder().encode('姓名').buffer)).toBe('姓名')
})

test('what is written is read again, and is no formula', () => {
  expect(cellsOf(csvOf([['a,b', '"', '=1+1']]))).toEqual([['a,b', '"', "'=1+1"]])
})
