import { MessageId } from '@huanwei/terminal/messages/ids'
import { expect, test } from 'vitest'
import { gatewayKit, heartbeat, newNumber } from './gateway.test-kit.ts'

const { start, terminalOn, query } = gatewayKit()

test('it is noted when a terminal came, when it was known, when it left and why', async () => {
  let ahead = 0
  const now = () => Date.now() + ahead
  const { gateway, registry, stop } = await start({ limits: { tick: 20 }, now })
  const terminalNo = newNumber()
  const first = await terminalOn(gateway.port, terminalNo)
  const code = await first.open()
  const { id } = registry.byNumber(terminalNo)!
  const reasons = async () =>
    await query(
      'select reason, ended >= authenticated and authenticated >= time as ordered from device_connection where device_id = $1 order by time',
      [id],
    )
  const known = async (count: number) => {
    await expect.poll(async () => (await reasons()).length).toBe(count)
  }
  /** Another connection of it, a millisecond later at least. */
  const again = async () => {
    ahead++
    const terminal = await terminalOn(gateway.port, terminalNo)
    await terminal.authenticate(code)
    return terminal
  }

  await known(1)
  expect(await reasons()).toEqual([{ reason: null, ordered: null }])
  await query(
    `insert into device_connection (tenant_id, device_id, time, authenticated, address)
    values (0, $1, now() - interval '1 day', now() - interval '1 day', '')`,
    [id],
  )
  const second = await again()
  await first.closed()
  second.close()
  await expect.poll(async () => (await reasons()).at(-1)?.reason).toBe('closed')
  const third = await again()
  ahead++
  await third.ask({ id: MessageId.logOut })
  await third.authenticate(code)
  await known(5)
  const fourth = await again()
  ahead += 200_000
  await fourth.closed()
  const last = await again()
  await last.ask(heartbeat)
  await stop()
  expect((await reasons()).map(({ reason }) => reason)).toEqual([
    'unknown',
    'replaced',
    'closed',
    'loggedOut',
    'replaced',
    'idle',
    'stopped',
  ])
  expect((await reasons()).every(({ ordered }) => ordered)).toBe(true)
})
