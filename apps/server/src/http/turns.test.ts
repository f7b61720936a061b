import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('an account runs six calls at a time; others do not wait for it', async () => {
  const inTurn = createTurns()
  let [running, most] = [0, 0]
  const ends: (() => void)[] = []
  const slow = async () => {
    most = Math.max(most, ++running)
    await new Promise<void>((end) => ends.push(end))
    running--
  }
  const calls = Array.from({ length: 20 }, () => inTurn('one', slow))
  expect(await inTurn('other', async () => 'served')).toBe('served')
  expect(running).toBe(6)
  while (ends.length || running) {
    for (const end of ends.splice(0)) end()
    await new Promise((go) => setImmediate(go))
  }
  await Promise.all(calls)
  expect(most).toBe(6)
})

test('beyond 200 that wait further calls are refused; a failing call ends its turn', async () => {
  const inTurn = createTurns()
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const calls = Array.from({ length: 206 }, () => inTurn('one', () => gate))
  await expect(inTurn('one', async () => 'late')).rejects.toMatchObject({ status: 429 })
  open()
  await Promise.all(calls)
  await expect(inTurn('one', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await inTurn('one', async () => 'served')).toBe('served')
})
