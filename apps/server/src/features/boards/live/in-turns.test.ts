import { expect, test } from 'vitest'
import { inTurns } from '../../../lib/in-turns.ts'

test('so many are worked on at once, each in its turn, and again who is asked for meanwhile', async () => {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const ask = inTurns(2, (one: string) => {
    begun.push(one)
    return new Promise<void>((resolve) => ends.set(one, resolve))
  })
  const end = async (one: string) => {
    ends.get(one)?.()
    await Promise.resolve()
    await Promise.resolve()
  }
  for (const one of ['a', 'b', 'c', 'd', 'a', 'c']) ask(one)
  expect(begun).toEqual(['a', 'b'])
  await end('b')
  expect(begun).toEqual(['a', 'b', 'c'])
  await end('a')
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
  await end('c')
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'a'])
  await end('a')
  await end('d')
  expect(begun.length).toBe(5)
})
