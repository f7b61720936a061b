import { languages } from '@huanwei/words/languages'
import { textsOf } from '@huanwei/words/say'
import { expect, test } from 'vitest'
import { type Endpoint, nameOfCall } from './endpoint.ts'

const modules = import.meta.glob<Record<string, unknown>>('./*/endpoints.ts', { eager: true })

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

test.each(languages)('the words say in $name what every call does, and of no other', ({ code }) => {
  const calls = Object.values(modules).flatMap((one) => Object.values(one).filter(isEndpoint).map(nameOfCall))
  expect(calls.length).toBeGreaterThan(200)
  expect(Object.keys(textsOf(code, 'operations')).sort()).toEqual([...new Set(calls)].sort())
})
