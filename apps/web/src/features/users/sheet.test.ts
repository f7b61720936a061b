import { expect, test } from 'vitest'
import { cellsOf, csvOf, decodeText, importRowsOf, type SheetField } from './sheet.ts'

const titles: Record<SheetField, string[]> = {
  username: ['用户名'],
  name: ['姓名'],
  gender: ['性别'],
  phone: ['手机号码'],
  deptName: ['部门'],
  roleNames: ['角色'],
  password: ['密码'],
}
const titlesOf = (field: SheetField) => titles[field]

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

test('columns are found by their titles, in any order; without titles they stand as in the template', () => {
  const row = { username: 'li', name: '李', gender: '', phone: '138', deptName: '一部', roleNames: '', password: 'x' }
  expect(
    importRowsOf(
      [
        ['密码*', '用户名 *', '姓名', '手机号码', '部门', '备注'],
        ['x', 'li', '李', '138', '一部', '?'],
      ],
      titlesOf,
    ),
  ).toEqual([row])
  expect(importRowsOf([['li', '李', '', '138', '一部', '', 'x']], titlesOf)).toEqual([row])
})

test('what Chinese Excel writes is read too', () => {
  // 姓名 in GBK.
  expect(decodeText(new Uint8Array([0xd0, 0xd5, 0xc3, 0xfb]).buffer)).toBe('姓名')
  expect(decodeText(new TextEncoder().encode('姓名').buffer)).toBe('姓名')
})

test('what is written is read again, and is no formula', () => {
  expect(cellsOf(csvOf([['a,b', '"', '=1+1']]))).toEqual([['a,b', '"', "'=1+1"]])
})
