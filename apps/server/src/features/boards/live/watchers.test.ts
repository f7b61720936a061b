import { expect, test } from 'vitest'
import type { Viewer } from '../../../http/viewer.ts'
import { createScreenCheck, type Watcher } from './watchers.ts'

test('screens of one organisation that are looked up again keep those of another one waiting for none of them', async () => {
  const begun: (string | undefined)[] = []
  const ends: (() => void)[] = []
  const { check } = createScreenCheck({
    changes: { on: () => undefined } as never,
    db: {} as never,
    log: { error: () => undefined },
    watchers: new Set(),
    viewersOf(tokens) {
      begun.push(...tokens)
      return new Promise((resolve) => ends.push(() => resolve(new Map())))
    },
  })
  const ended: string[] = []
  const screenOf = (tenantId: number, session: string) =>
    ({
      access: { scope: { tenantId, departments: null }, namedDept: null },
      pass: { viewer: { tenantId } as Viewer },
      line: { end: () => ended.push(session) },
      join: { path: '/', screen: session, session },
      ip: '127.0.0.1',
    }) as unknown as Watcher
  for (const session of ['a1', 'a2', 'a3', 'a4', 'a5']) check(screenOf(1, session))
  check(screenOf(2, 'b1'))
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  ends[0]?.()
  await expect.poll(() => begun).toEqual(['a1', 'a2', 'b1', 'a3'])
  expect(ended).toEqual(['a1'])
})
