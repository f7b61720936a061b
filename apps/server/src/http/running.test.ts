import { expect, test } from 'vitest'
import { createRunning } from './running.ts'

test('a part that does not stop leaves no other part running', async () => {
  const { started, stop } = createRunning()
  const stopped: string[] = []
  for (const name of ['database', 'gateway', 'web'])
    started(name, name, async (one) => {
      if (one === 'gateway') throw new Error('stuck')
      stopped.push(one)
    })
  await expect(stop()).rejects.toThrow('stuck')
  expect(stopped).toEqual(['web', 'database'])
  await stop()
})

test('a part that never stops is named, and holds up no other', async () => {
  const { started, stop } = createRunning(20)
  const stopped: string[] = []
  started('the database', 'database', (one) => stopped.push(one))
  started('the gateway', 'gateway', () => new Promise(() => undefined))
  await expect(stop()).rejects.toThrow('the gateway did not stop within 20 ms')
  expect(stopped).toEqual(['database'])
})
