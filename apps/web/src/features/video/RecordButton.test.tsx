// @vitest-environment jsdom
import { addVehicle } from '@huanwei/server/test-kit'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { onNotice } from '../../lib/notices.ts'
import { patience, screenTest, slow } from '../../test/screen.tsx'
import { RecordButton } from './RecordButton.tsx'

const { kit, open } = screenTest(['video'])
let vehicleId: number

beforeAll(async () => {
  vehicleId = (await addVehicle(kit.server.db, { plateNumber: '川A70003' })).vehicleId
  await kit.server.db.owner.query('update vehicle set vehicle_camera = 2 where id = $1', [vehicleId])
  const cameras = () => kit.server.latest.vehicles.of(1).get(vehicleId)?.vehicleCamera
  await vi.waitUntil(() => cameras() === 2, 60_000)
})

const Tile = () => <RecordButton vehicleId={vehicleId} channel={2} stream="sub" label="川A70003 CH2" />

test('a recording begins and ends with the button, which says for how long it runs, and what became of it', slow, async () => {
  const said: string[] = []
  onNotice(({ text }) => said.push(text))
  open(Tile, z.object({}))
  await userEvent.click(await screen.findByRole('button', { name: '录像：川A70003 CH2' }, patience))
  const stop = await screen.findByRole('button', { name: /停止录像：川A70003 CH2/ }, patience)
  expect(stop.getAttribute('aria-pressed')).toBe('true')
  expect(await screen.findByText(/^00:0[1-9]$/, {}, patience)).toBeTruthy()
  await userEvent.click(stop)
  // The terminal is away.
  await expect.poll(() => said).toEqual(['没有收到画面，未保存录像：川A70003 CH2'])
  expect(await screen.findByRole('button', { name: '录像：川A70003 CH2' }, patience)).toBeTruthy()
})
