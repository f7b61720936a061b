// @vitest-environment jsdom
import { getPassages } from '@huanwei/contract/history/endpoints'
import { addVehicle } from '@huanwei/server/test-kit'
import { useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { query } from '../../../lib/api.ts'
import { patience, screenTest, slow } from '../../../test/screen.tsx'
import { type Asked, PassageList } from './PassageList.tsx'

const { kit, open } = screenTest(['history', 'list'])
const asked: Asked = {
  west: 104,
  south: 30,
  east: 104.003,
  north: 30.003,
  startTime: '2026-02-02 08:00:00',
  endTime: '2026-02-02 10:00:00',
}
let vehicleId: number
beforeAll(async () => {
  const vehicle = await addVehicle(kit.server.db)
  vehicleId = vehicle.vehicleId
  await kit.server.db.owner.query(
    `insert into position (tenant_id, device_id, time, message_id, serial, received, lng, lat, speed, direction, altitude, status, alarm)
     values (1, $1, '2026-02-02 09:00:00+08', 512, 1, now(), 104001000, 30001000, 250, 90, 4, 2, 0)`,
    [vehicle.deviceId],
  )
})

const onTrack = vi.fn()
const show = (more: Partial<Asked> = {}) =>
  open(() => <PassageList found={useQuery(query(getPassages, { ...asked, ...more }))} onTrack={onTrack} />, z.object({}))

test('who was there is listed with the time and the speed, and leads to the track of that moment', slow, async () => {
  show()
  const row = await screen.findByRole('listitem', {}, patience)
  expect(row.textContent).toBe('川A00001 一部2026-02-02 09:00:00 – 09:00:00 最高 25 km/h轨迹')
  expect(screen.getByRole('status').textContent).toBe('共 1 次')
  await userEvent.click(screen.getByRole('button', { name: '川A00001 的轨迹' }))
  expect(onTrack).toHaveBeenCalledWith(`1-${vehicleId}`, '2026-02-02 09:00:00')
})

test('nobody was there, and a refusal, are said in the place of the list', slow, async () => {
  show({ west: 100, east: 100.003 })
  await screen.findByText('这段时间没有车辆或人员到过这里', {}, patience)
  show({ startTime: '2026-02-01 07:00:00' })
  expect((await screen.findByRole('alert', {}, patience)).textContent).toContain('没有查询成功')
})
