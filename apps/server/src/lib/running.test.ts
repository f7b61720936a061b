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
