import type { Endpoint } from '@huanwei/contract/endpoint'
import { expect, test } from 'vitest'
import operations from '../../i18n/zh-CN/operations.json' with { type: 'json' }

const modules = import.meta.glob<Record<string, unknown>>('../../../../../packages/contract/src/*/endpoints.ts', { eager: true })

const isEndpoint = (value: unknown): value is Endpoint => typeof value === 'object' && value !== null && 'summary' in value
/** What the operation log writes down: see `noteOperation` of the server. */
const isLogged = ({ method, reads, access }: Endpoint) => method !== 'GET' && !reads && access !== 'public' && access !== 'client'

test('every operation that the log can name has its words in `operations.json`', () => {
  const titles = Object.values(modules).flatMap((one) => Object.values(one).filter(isEndpoint).filter(isLogged))
  expect(titles.length).toBeGreaterThan(40)
  expect(titles.map(({ summary }) => summary).filter((title) => !Object.hasOwn(operations, title))).toEqual([])
})
