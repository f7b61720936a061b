// @vitest-environment jsdom
import { tryVehicleRule } from '@huanwei/contract/tryouts/endpoints'
import { addVehicle, addViolation } from '@huanwei/server/test-kit'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { formatTime } from '../../../lib/time.ts'
import { patience, press, screenTest, slow } from '../../../test/screen.tsx'
import { RuleTryout } from './RuleTryout.tsx'
import { TryoutResult } from './TryoutResult.tsx'

const { kit, open } = screenTest(['tryout', 'history', 'violations', 'map'])
const Search = z.object({ name: z.string(), limit: z.coerce.number() })
const Form = ({
  search,
  onSearch,
}: {
  search: z.output<typeof Search>
  onSearch: (change: Partial<z.output<typeof Search>>) => void
}) => (
  <>
    <RuleTryout endpoint={tryVehicleRule} rule={{ name: search.name, condition: { kind: 'speeding', limit: search.limit } }} />
    <button type="button" onClick={() => onSearch({ limit: 90 })}>
      90
    </button>
  </>
)

test('a rule is tried out: figures, events and what people made of them', slow, async () => {
  const vehicle = await addVehicle(kit.server.db)
  const at = Math.floor(Date.now() / 1000) - 3600
  for (const [n, speed] of [80, 95, 30].entries())
    await kit.server.db.owner.query(
      `insert into position (tenant_id, device_id, time, message_id, serial, received, lng, lat, speed, direction, altitude, status, alarm)
       values (1, $1, to_timestamp($2), 512, $3, to_timestamp($2), 104065710, 30657120, $4, 0, 500, 3, 0)`,
      [vehicle.deviceId, at + n * 60, n, speed * 10],
    )
  const violationId = await addViolation(kit.server.db, vehicle, [], formatTime(at * 1000))

  open(Form, Search, { name: '限速', limit: '60' })
  await press('试运行（近 7 天）')
  const table = await screen.findByRole('region', { name: '会产生的事件' }, patience)
  const [row, ...others] = within(table).getAllByRole('row').slice(1)
  expect(others).toEqual([])
  expect(row!.textContent).toBe(`川A00001${formatTime(at * 1000)}2 分 0 秒95 待处理`)
  expect(within(row!).getByRole('link').getAttribute('href')).toBe(`/event/illegal/index?open=${violationId}`)
  const shown = screen.getByRole('region', { name: '试运行规则' })
  for (const figure of ['1 条', '1 个', '川A00001 2 分 0 秒', '真实 0，误报 0，待处理 1'])
    expect(within(shown).getByText(figure)).toBeTruthy()
  const days = new RegExp(`每天的事件数：.*${formatTime(at * 1000).slice(0, 10)} 1 条`)
  expect(await screen.findByRole('img', { name: days }, patience)).toBeTruthy()

  await press('90')
  expect(await screen.findByText('规则在试运行后有改动，以下是改动前的结果')).toBeTruthy()
})

test('a rule that is not whole is not tried', slow, async () => {
  open(Form, Search, { name: '', limit: '60' })
  await press('试运行（近 7 天）')
  expect(await screen.findByText('请先填完整规则')).toBeTruthy()
})

test('where time was short the figures say of how many objects they are, and about what of all', slow, async () => {
  const event = { objectId: 1, objectName: '川A00001', startTime: '2026-01-05 08:00:00', endTime: '2026-01-05 08:01:00' }
  const one = { ...event, seconds: 60, lng: null, lat: null, peak: 70, met: null }
  const figures = { startTime: '', endTime: '', days: [], longest: one, most: [], met: { real: 0, false: 0, pending: 0 } }
  const tried = { ...figures, objects: 100_000, lookedAt: 2267, total: 5250, events: [one] }
  open(() => <TryoutResult tried={tried} />, z.object({}))
  expect(await screen.findByText('5,250 条，推算全部约 230,000 条', {}, patience)).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toContain('100,000 个对象中只查看了均匀选取的 2,267 个')
})
