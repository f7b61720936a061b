import { expect, test } from 'vitest'
import { columnWidths } from './column-widths.ts'

const heads = ['时间', '对象', '类型', '地点']
const rows = [['11-30 00:14', '丽都南路垃圾桶393', '垃圾满溢', '武侯区丽都南路二段附近']]

test('columns are as wide as their longest texts where there is room', () => {
  expect(columnWidths(heads, rows, 900)).toEqual([143, 207, 111, 260])
})

test('the longest is cut where a readable part of it fits, else the last column is left out', () => {
  expect(columnWidths(heads, rows, 640)).toEqual([143, 207, 111, undefined])
  expect(columnWidths(heads, rows, 560)).toEqual([143, 207, 111])
  expect(columnWidths(heads, rows, 400)).toEqual([143, undefined, 111])
  expect(columnWidths(heads, rows, 0)).toEqual([undefined])
})
