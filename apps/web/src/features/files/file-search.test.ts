// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { bytesText, FilesSearch, toFilesInput } from './file-search.ts'

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1500, '1.5 kB'],
  [56_400_000, '56 MB'],
  [2_500_000_000, '2.5 GB'],
])('%d bytes are %s', (bytes, text) => {
  expect(bytesText(bytes)).toBe(text)
})

test('a broken link never breaks the screen; a good one is asked as it stands', () => {
  expect(FilesSearch.parse({ type: 'exe', from: '2026-02-30', current: 'x', name: '' })).toEqual({ current: 1, size: 20 })
  expect(toFilesInput(FilesSearch.parse({ type: 'png', from: '2026-02-01', name: ' a ' }))).toMatchObject({
    type: 'png',
    original: 'a',
    startTime: '2026-02-01 00:00:00',
    endTime: undefined,
  })
})
