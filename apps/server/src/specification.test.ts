import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from './test-kit.ts'

/** Beside the product's own folder; a copy of the product alone has none. */
const specification = join(import.meta.dirname, '../../../../shared/spec/1-shell-and-monitoring.md')

let server: Awaited<ReturnType<typeof startTestServer>>
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** The calls that a paragraph of the specification's section 7 names, as `METHOD /path`; POST where it says no method. */
function callsOf(title: string): string[] {
  const text = readFileSync(specification, 'utf8')
  const [, paragraph = ''] = text.split(new RegExp(`^\\*\\*${title}\\*\\*.*$`, 'm'))
  const [items = ''] = paragraph.split(/^\*\*/m)
  return [...items.matchAll(/^- (?:(GET|POST) )?(\/[\w/{}]+)(?:: (.*)\.)?$/gm)].flatMap(([, method = 'POST', path, names]) =>
    (names?.split(', ') ?? ['']).map((name) => `${method} ${path}${name}`.replace(/\{(\w+)\}/, ':$1')),
  )
}

test.skipIf(!existsSync(specification))('the server has every call that the specification names under trees and data', () => {
  const named = callsOf('Trees and data')
  expect(named.length).toBeGreaterThan(35)
  const served = new Set(server.app.endpoints.map(({ method, path }) => `${method} ${path}`))
  expect(named.filter((call) => !served.has(call))).toEqual([])
})
