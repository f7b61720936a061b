import { expect, test } from 'vitest'
import { Tickets } from './tickets.ts'

test('a ticket opens once, and not after its time', () => {
  const tickets = new Tickets<{ account: string }>(1000)
  const [used, late] = [tickets.issue({ account: 'a' }, 0), tickets.issue({ account: 'a' }, 0)]
  expect(tickets.take(used?.ticket ?? '', 999)).toEqual({ account: 'a' })
  expect(tickets.take(used?.ticket ?? '', 999)).toBeUndefined()
  expect(tickets.take(late?.ticket ?? '', 1000)).toBeUndefined()
})

test('an account has a hundred that wait, which is nothing to another account, and more once these are over', () => {
  const tickets = new Tickets<{ account: string }>(1000)
  for (let i = 0; i < 100; i++) expect(tickets.issue({ account: 'a' }, 0)).toBeDefined()
  expect(tickets.issue({ account: 'a' }, 500)).toBeUndefined()
  expect(tickets.issue({ account: 'b' }, 500)).toBeDefined()
  expect(tickets.issue({ account: 'a' }, 1000)).toBeDefined()
})
