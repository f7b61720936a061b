import { buffer } from 'node:stream/consumers'
import { clientAuthorization } from '@huanwei/contract/session/rules'
import type { Database } from '@huanwei/server/db/connect'
import { encodePassword } from '@huanwei/server/lib/password'
import { createChecks } from '../apps/web/src/ui/tree/checks.ts'
import { filterTree, matches } from '../apps/web/src/ui/tree/filter.ts'
import { createLiveCounts } from '../apps/web/src/ui/tree/live-counts.ts'
import { buildTree, gatherTree, layOut, type TreeItem, visibleRows } from '../apps/web/src/ui/tree/model.ts'
import { report, startFleetServer } from './fleet-server.ts'
import { type Bench, password, timed } from './kit.ts'
import { count, type Line, median, megabytes, ms } from './lines.ts'
import { addVehicles } from './seed.ts'

const vehicles = 100_000
const departments = 10_000
const highest = 1.5
const longestTaskMs = 50
const rounds = 15

/** The tree of 100 000 vehicles: the server's time for it, and what the browser's model does with it. */
export async function measureTree(bench: Bench): Promise<Line[]> {
  const { url, db } = await bench.database('tree')
  await addVehicles(db, vehicles, departments)
  bench.say('reading the tree')
  const reply = await startServer(bench, url, db)
  const firstMs = await worked(reply)
  const bytes = await reply()
  const envelope: { data: TreeItem[] } = JSON.parse(bytes.toString())
  const [replies, writings, byClock]: number[][] = [[], [], []]
  for (let round = 0; round < rounds; round++) {
    byClock!.push(await timed(async () => replies!.push(await worked(reply))))
    writings!.push(await worked(() => JSON.stringify(envelope)))
  }
  const ratio = median(replies!) / median(writings!)
  return [
    {
      what: `Tree of ${count(vehicles)} vehicles in ${count(departments)} departments (${megabytes(bytes.length)}): request to whole reply inside the server, processor time, without network and compression`,
      measured: `${ms(median(replies!))} (by the clock ${ms(median(byClock!))})`,
      limit: `${ms(median(writings!))} JSON.stringify`,
      ratio,
      budget: '≤ 1.50',
      met: ratio <= highest,
    },
    { what: '… the first after the start', measured: ms(firstMs), ratio: firstMs / median(writings!) },
    ...(await measureModel(envelope.data)),
  ]
}

/** The real server without a port, a third of its vehicles online. Returns a function that asks for the tree. */
async function startServer(bench: Bench, url: string, db: Database) {
  const { app, latest, config } = await startFleetServer(bench, url, db)
  latest.apply(Array.from({ length: vehicles / 3 }, (_, i) => report(3 * i + 1, 30)))
  const login = await app.inject({
    method: 'POST',
    url: '/auth/oauth/token?grant_type=password',
    headers: { authorization: clientAuthorization, 'tenant-id': '1', 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ username: 'admin', password: encodePassword(password, config.PASSWORD_KEY) }).toString(),
  })
  const headers = { authorization: `Bearer ${login.json().access_token}` }
  return async () => {
    const request = { method: 'POST', url: '/admin/tree/getDeptTreeVehicleList', headers, payload: {} } as const
    const answer = await app.inject({ ...request, payloadAsStream: true })
    return buffer(answer.stream())
  }
}

/** Milliseconds that the processor works at `work`: by the clock it also lasts while others have the processor. */
async function worked(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** Every step that the screen makes with the whole tree, without drawing; each must fit into one task of the browser. */
async function measureModel(items: readonly TreeItem[]): Promise<Line[]> {
  const model = buildTree(items)
  const layout = layOut(items)
  const open = new Uint8Array(model.items.length).fill(1)
  const rootIsOpen = new Uint8Array(model.items.length)
  rootIsOpen[0] = 1

  const online = new Set<number>()
  let version = 0
  let tell: (changed: number[]) => void = () => undefined
  const counts = createLiveCounts(model, {
    isOnline: ({ id }) => online.has(id),
    version: () => version,
    onChange: (listener) => {
      tell = listener
      return () => undefined
    },
  })
  counts.start()
  const leaves = model.items.filter((item) => !item.isParent).map(({ id }) => id)
  /** What comes in a second at 5 000 changes/s, told once a second. */
  const change = () => {
    const changed = Array.from({ length: 5000 }, (_, i) => leaves[(version * 5000 + i * 7) % leaves.length]!)
    for (const id of changed) if (!online.delete(id)) online.add(id)
    version++
    tell(changed)
  }
  change()

  const search = (needle: string) => filterTree(model, matches(model, needle), undefined)
  const steps: [string, () => unknown][] = [
    ['open: take 500 nodes in', () => gatherTree<TreeItem>(layout).add(model.items.slice(0, 500))],
    ['open: find the rows to show', () => visibleRows(model, rootIsOpen, undefined)],
    ['filter by a text that 1 111 vehicles have', () => search('洗扫77')],
    ['filter by a text that all have', () => search('川a')],
    ['unfold all', () => visibleRows(model, open, undefined)],
    ['check all', () => createChecks(model, new Set(), () => undefined).toggle(0)],
    ['take in 5 000 changes of status', change],
  ]
  const lines: Line[] = []
  for (const [what, step] of steps) {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) times.push(await worked(step))
    const longest = median(times)
    lines.push({
      what: `Tree model, ${count(items.length)} nodes: ${what}`,
      measured: ms(longest),
      budget: `≤ ${longestTaskMs} ms`,
      met: longest <= longestTaskMs,
    })
  }
  return lines
}
