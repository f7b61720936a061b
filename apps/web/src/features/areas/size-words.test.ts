// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { startI18n } from '../../i18n/i18n.ts'
import { useSizeWords } from './size-words.ts'

beforeAll(() => startI18n('zh-CN', ['areas']))

test('square metres and kilometres have their thousands apart', () => {
  const { current: sizeOf } = renderHook(() => useSizeWords()).result
  const circle = (radius: number) => sizeOf({ kind: 'circle', centre: [104.06, 30.57], radius })
  expect(circle(150)).toMatch(/^半径 150 m，7\d,\d{3} m²$/)
  expect(circle(50_000)).toMatch(/^半径 50\.00 km，7,\d{3}\.\d\d km²$/)
})
