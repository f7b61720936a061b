// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startI18n } from '../../i18n/i18n.ts'
import { stubResizeObserver } from '../../test/browser.ts'
import { ExportMenu } from './ExportMenu.tsx'
import { trackOf } from './tracks/track.ts'

beforeAll(() => {
  stubResizeObserver()
  return startI18n('zh-CN')
})
afterEach(cleanup)

const point = { time: '2026-02-02 08:00:00', lng: 104, lat: 30.6, speed: 36, direction: 90, altitude: 500, status: 3, mileage: 1 }
const times = { startTime: '2026-02-02 00:00:00', endTime: '2026-02-02 23:59:59' }

test.each([
  ['whole', 1, ['Excel 定位明细', 'Excel 里程/停车汇总', 'Excel 每车每日里程/时长', 'KML', 'GPX', 'GeoJSON']],
  [
    'thinned',
    5000,
    [
      /^Excel 定位明细$/,
      /^Excel 里程/,
      /^Excel 每车每日/,
      ...['KML', 'GPX', 'GeoJSON'].map((name) => new RegExp(`^${name}（与地图一样已抽稀`)),
    ],
  ],
] as const)('a %s way says so before it is saved', async (_, total, names) => {
  const track = trackOf('1-1', 0, { name: '川A80001', points: [{ ...point, isBreak: false }], total })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ExportMenu tracks={[track]} times={times} focus={track} isTooLong={false} />
    </QueryClientProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: /导出/ }))
  const items = await screen.findAllByRole('menuitem')
  expect(items).toHaveLength(names.length)
  for (const [i, name] of names.entries()) expect(items[i]?.textContent).toMatch(name)
})
