// @vitest-environment jsdom
import { addFacility } from '@huanwei/server/test-kit'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { formatTime } from '../../lib/time.ts'
import { patience, screenTest, slow } from '../../test/screen.tsx'
import { ReadingsChart } from './ReadingsChart.tsx'

const { kit, open } = screenTest(['readings'])
const Search = z.object({ facilityId: z.coerce.number() })
const Shown = ({ search }: { search: z.output<typeof Search> }) => <ReadingsChart objectType="2" objectId={search.facilityId} />

const started = Date.now()
const hourAgo = (hours: number) => formatTime(started - hours * 3_600_000)

test('what a sensor measured is drawn, by metric and span, with its table one click away', slow, async () => {
  const { facilityId, deviceId } = await addFacility(kit.server.db)
  const readings = [
    { metric: 'ammonia', value: 1.5, time: hourAgo(1) },
    { metric: 'ammonia', value: 2.5, time: hourAgo(2) },
    { metric: 'ammonia', value: 9, time: hourAgo(48) },
    { metric: 'occupied', channel: 3, value: 1, time: hourAgo(1) },
  ]
  const { data } = await kit.person.call('POST', `/admin/device/${deviceId}/key`)
  const headers = { authorization: `Bearer ${data.key}` }
  await kit.server.app.inject({ method: 'POST', url: '/open/device/readings', headers, payload: { readings } })

  const rule = { name: '异味', condition: { kind: 'reading', metric: 'ammonia', above: 2 }, enabled: true }
  const admin = await kit.server.login('admin')
  await admin.call('POST', '/admin/sysfacilitymonitoringrule', { ...rule, objectIds: [facilityId] })

  open(Shown, Search, { facilityId: String(facilityId) })
  expect(await screen.findByRole('img', { name: '氨气 (ppm)走势图' }, patience)).toBeTruthy()
  expect(screen.getByText('限值 2 ppm')).toBeTruthy()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: '查看数据表' }))
  const table = () => screen.getByRole('region', { name: '氨气 (ppm)' })
  const rows = () => within(table()).getAllByRole('row').slice(1)
  expect(rows().map((row) => row.textContent)).toEqual(
    [`${hourAgo(2).slice(0, 13)}`, hourAgo(1).slice(0, 13)].map((hour) => expect.stringContaining(hour)),
  )
  await user.click(screen.getByText('7天'))
  await user.click(await screen.findByRole('button', { name: '查看数据表' }, patience))
  expect(rows()).toHaveLength(3)

  await user.click(screen.getByRole('combobox', { name: '指标' }))
  await user.click(await screen.findByText('厕位占用 3号', {}, patience))
  expect(await screen.findByRole('img', { name: '厕位占用 3号走势图' }, patience)).toBeTruthy()
})
