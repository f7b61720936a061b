import { expect, test } from 'vitest'
import { createBacklog } from './backlog.ts'

test('items that are not accepted are kept and sent with the next', async () => {
  const accepted: number[][] = []
  let isOpen = false
  const send = createBacklog(async (batch: number[]) => {
    if (isOpen) accepted.push(batch)
    return isOpen
  })
  await send([1, 2])
  await send([3, 4])
  isOpen = true
  await send([5])
  expect(accepted).toEqual([[1, 2, 3, 4, 5]])
})
