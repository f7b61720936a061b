// @vitest-environment jsdom
import { addVehicle } from '@huanwei/server/test-kit'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { patience, screenTest, slow } from '../../test/screen.tsx'
import { ChannelList } from './ChannelList.tsx'

const { kit, open } = screenTest(['video'])
let vehicleId: number

beforeAll(async () => {
  const { db, latest } = kit.server
  const added = await addVehicle(db, { plateNumber: '川A70004' })
  vehicleId = added.vehicleId
  await db.owner.query(`update vehicle set vehicle_camera = 3, hide_channel = '{2}', channel_names = '{车前}' where id = $1`, [
    vehicleId,
  ])
  await vi.waitUntil(() => latest.vehicles.of(1).get(vehicleId)?.vehicleCamera === 3, 60_000)
})

function Wall() {
  const [shown, setShown] = useState<string[]>([])
  return <ChannelList vehicleId={vehicleId} shown={shown} onPut={(tile) => setShown([...shown, tile])} />
}

test(
  'each channel of the vehicle that may be seen is put on the wall by its button, which says that it is there',
  slow,
  async () => {
    open(Wall, z.object({}))
    const third = await screen.findByRole('button', { name: '在所选窗口播放：川A70004 CH3' }, patience)
    const names = () => screen.getAllByRole('button', { name: /^在所选窗口播放/ }).map((one) => one.textContent)
    expect(names()).toEqual(['车前', 'CH3'])
    expect(third.getAttribute('aria-pressed')).toBe('false')
    await userEvent.click(third)
    expect(third.getAttribute('aria-pressed')).toBe('true')
  },
)
