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

test('of one group so many are worked on at once, and who waits for them keeps no other group waiting', async () => {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const work = (one: string) => {
    begun.push(one)
    return new Promise<void>((resolve) => ends.set(one, resolve))
  }
  const ask = inTurns(3, work, { groupOf: (one) => one[0], most: 2 })
  const end = async (one: string) => {
    ends.get(one)?.()
    await Promise.resolve()
    await Promise.resolve()
  }
  for (const one of ['a1', 'a2', 'a3', 'b1', 'b2', 'a1', 'c1']) ask(one)
  expect(begun.splice(0)).toEqual(['a1', 'a2', 'b1'])
  await end('b1')
  expect(begun.splice(0)).toEqual(['b2'])
  await end('a1')
  expect(begun.splice(0)).toEqual(['a3'])
  await end('a2')
  expect(begun.splice(0)).toEqual(['a1'])
  await end('a3')
  expect(begun.splice(0)).toEqual(['c1'])
})
