import { expect, test } from 'vitest'
import type { Endpoint } from './endpoint.ts'
import { operationWords } from './operations.ts'

const modules = import.meta.glob<Record<string, unknown>>('./*/endpoints.ts', { eager: true })

const isEndpoint = (value: unknown): value is Endpoint => typeof value === 'object' && value !== null && 'summary' in value
/** What the operation log writes down: see `noteOperation` of the server. */
const isLogged = ({ method, reads, automatic, access }: Endpoint) =>
  method !== 'GET' && !reads && !automatic && access !== 'public' && access !== 'client'

test('every operation that the log can name has its words', () => {
  const titles = Object.values(modules).flatMap((one) => Object.values(one).filter(isEndpoint).filter(isLogged))
  expect(titles.length).toBeGreaterThan(40)
  expect(titles.map(({ summary }) => summary).filter((title) => !Object.hasOwn(operationWords, title))).toEqual([])
})
