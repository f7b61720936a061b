import { Topic } from '@huanwei/contract/live/codes'
import { afterEach, expect, test, vi } from 'vitest'
import type { Change, ChangeTable } from '../../db/changes.ts'
import type { Viewer } from '../../http/viewer.ts'
import { type Client, Clients, type Subscription } from './client.ts'
import { createRecheck } from './recheck.ts'

afterEach(() => vi.useRealTimers())

const viewer: Viewer = {
  userId: 1,
  username: '',
  tenantId: 1,
  deptId: 1,
  roleIds: [1],
  permissions: new Set(),
  departments: [1],
  platform: false,
  family: '',
  isLocked: false,
}

const settled = () => new Promise(setImmediate)

/** Clients of `users` in each of `tenants`; the test answers their lookups itself. */
function start(tenants: number, users: number) {
  const clients = new Clients()
  const closed: string[] = []
  const all = Array.from({ length: tenants * users }, (_, i): Client => {
    const who = { ...viewer, tenantId: 1 + Math.floor(i / users), userId: 1 + (i % users) }
    const token = `${who.tenantId}/${who.userId}`
    const socket = {
      readyState: 1,
      OPEN: 1,
      bufferedAmount: 0,
      send: () => undefined,
      close: () => void closed.push(token),
      terminate: () => undefined,
      on: () => undefined,
      once: () => undefined,
    }
    const subscriptionTo = (topic: Topic): Subscription => ({
      id: topic,
      topic,
      seq: 1,
      stale: false,
      missed: new Map(),
      heard: 0,
      tree: 0,
    })
    return {
      peer: { socket, send: () => undefined, refuse: () => undefined },
      token,
      viewer: who,
      checkedAt: performance.now(),
      rightsChanged: false,
      subscriptions: new Map([Topic.vehicle, Topic.rights].map((topic) => [topic, subscriptionTo(topic)])),
      reminders: new Set(),
      answers: 0,
    }
  })
  for (const client of all) clients.add(client)

  const lookups: { tokens: readonly string[]; answer: (found: Map<string, Viewer>) => void; fail: (error: Error) => void }[] = []
  const viewersOf = (tokens: readonly string[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<Map<string, Viewer>>()
    lookups.push({ tokens, answer: resolve, fail: reject })
    return promise
  }
  let listener: (change: Change) => void = () => undefined
  const changes = {
    on: (_: readonly ChangeTable[], heard: typeof listener) => {
      listener = heard
    },
    close: async () => undefined,
  }
  const failures: object[] = []
  const recheck = createRecheck({ clients, changes, viewersOf, log: { error: (details: object) => void failures.push(details) } })
  /** Answers the oldest lookup, the same for each of its tokens, and waits for the consequences. */
  const answer = async (found: Viewer | undefined) => {
    await settled()
    const lookup = lookups.shift()
    lookup?.answer(new Map(found && lookup.tokens.map((token) => [token, found])))
    await settled()
  }
  const staleOf = (client: Client) => [...client.subscriptions.values()].flatMap(({ stale, topic }) => (stale ? topic : []))
  return { clients, all, lookups, answer, recheck, closed, failures, staleOf, hear: (change: Change) => listener(change) }
}

test('a change looks up only the sockets that it concerns, fifty at a time', async () => {
  const { lookups, answer, hear, all } = start(3, 120)
  hear({ table: 'sys_token_lock', tenantId: 2, userId: 7 })
  await settled()
  expect(lookups.map(({ tokens }) => tokens)).toEqual([['2/7']])
  await answer(all[126]!.viewer)

  hear({ table: 'sys_menu', tenantId: 3 })
  await settled()
  const asked: string[][] = []
  while (lookups.length) {
    expect(lookups.length).toBe(1)
    asked.push([...lookups[0]!.tokens])
    await answer({ ...viewer, tenantId: 3 })
  }
  expect(asked.map((tokens) => tokens.length)).toEqual([50, 50, 20])
  expect(asked.flat().sort()).toEqual(Array.from({ length: 120 }, (_, i) => `3/${1 + i}`).sort())
})

test('a session that ended closes its sockets; another scope makes everything stale, changed rights their topic', async () => {
  const { lookups, answer, hear, all, closed, staleOf } = start(1, 3)
  hear({ table: 'sys_token', tenantId: 1, userId: 1 })
  await answer(undefined)
  expect(closed).toEqual(['1/1'])
  hear({ table: 'sys_user', tenantId: 1, userId: 2 })
  await answer({ ...all[1]!.viewer, departments: [1, 2] })
  hear({ table: 'sys_user_role', tenantId: 1, userId: 3 })
  await answer({ ...all[2]!.viewer, roleIds: [2] })
  expect(all.map(staleOf)).toEqual([[], [Topic.vehicle, Topic.rights], [Topic.rights]])
  expect([lookups.length, closed.length, all[2]!.viewer.roleIds]).toEqual([0, 1, [2]])
})

test('a change during a lookup causes another lookup, and the last result counts', async () => {
  const { lookups, answer, hear, all, staleOf } = start(1, 1)
  const [client] = all
  hear({ table: 'sys_user', tenantId: 1, userId: 1 })
  await settled()
  hear({ table: 'sys_role', tenantId: 1, id: 1 })
  hear({ table: 'sys_role', tenantId: 1, id: 1 })
  expect(lookups.length).toBe(1)
  await answer(client!.viewer)
  expect([staleOf(client!), lookups.length]).toEqual([[], 1])
  await answer({ ...client!.viewer, permissions: new Set(['clean_add']) })
  expect([staleOf(client!), lookups.length, client!.viewer.permissions.has('clean_add')]).toEqual([[Topic.rights], 0, true])
})

test('a failed lookup is logged, keeps the socket open, and is repeated later', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { lookups, answer, hear, closed, failures, all, recheck, staleOf } = start(1, 1)
  hear({ table: 'sys_role', tenantId: 1, id: 1 })
  await settled()
  lookups.shift()?.fail(new Error('no database'))
  await settled()
  expect([failures.length, closed, staleOf(all[0]!)]).toEqual([1, [], []])
  recheck.tick()
  expect(lookups.length).toBe(0)
  vi.advanceTimersByTime(30_001)
  recheck.tick()
  await answer(all[0]!.viewer)
  expect(staleOf(all[0]!)).toEqual([Topic.rights])
})

test('clients are found by their account, and leave nothing behind', () => {
  const { clients, all } = start(2, 2)
  const tokens = (who: Parameters<Clients['of']>[0]) => Array.from(clients.of(who), ({ token }) => token)
  expect([tokens({}), tokens({ tenantId: 2 }), tokens({ tenantId: 2, userId: 1 }), tokens({ tenantId: 3 })]).toEqual([
    ['1/1', '1/2', '2/1', '2/2'],
    ['2/1', '2/2'],
    ['2/1'],
    [],
  ])
  for (const client of all) clients.delete(client)
  expect(tokens({})).toEqual([])
})
