import { expect, test } from 'vitest'
import { xlsxOf } from './xlsx.test-kit.ts'
import { cellsOfXlsx } from './xlsx.ts'

test('cells of an Excel file are the texts that a person sees there, telephone numbers too', async () => {
  const rows = [
    ['用户名', '手机号码', '姓名'],
    ['li', 13_900_000_001, '李 & <国强>'],
    ['', 1.39e10, ' '],
  ]
  const cells = await cellsOfXlsx(xlsxOf(rows))
  expect(cells.map((row) => row.map((cell) => cell.trim()))).toEqual([
    ['用户名', '手机号码', '姓名'],
    ['li', '13900000001', '李 & <国强>'],
    ['', '13900000000', ''],
  ])
})

test('what is no Excel file is refused', async () => {
  await expect(cellsOfXlsx(new Blob(['PK\x03\x04 and nothing more']))).rejects.toThrow()
})
