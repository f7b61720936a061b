import { expect, test } from 'vitest'
import { createRunning } from './running.ts'

test('a part that does not stop leaves no other part running', async () => {
  const { started, stop } = createRunning()
  const stopped: string[] = []
  for (const name of ['database', 'gateway', 'web'])
    started(name, async (one) => {
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
  started('database', (one) => stopped.push(one))
  started('gateway', function closeGateway() {
    return new Promise(() => undefined)
  })
  await expect(stop()).rejects.toThrow(/not stopped within 20 ms: .*closeGateway/)
  expect(stopped).toEqual(['database'])
})
