import type { Viewer } from '../../http/viewer.ts'
import type { LiveEntry, ObjectStore } from '../latest/object-store.ts'
import { type Client, isSlow, type Send, type Subscription, type TopicSender } from './client.ts'

/** A viewer that missed more changes than this gets a snapshot instead. */
const missedLimit = 20_000

/** Characters of kept snapshots. */
const keptSnapshots = 50_000_000

/** A changed object: its current entry, undefined when it was removed, and the departments that it left. */
type Fresh = { entry: LiveEntry | undefined; left: Set<number> }

/** Sends the objects of one kind: a snapshot, then changes, limited to the departments that the viewer sees. */
export class ObjectTopic implements TopicSender {
  readonly #kind: ObjectStore
  readonly #send: Send
  /** Changes that were not sent yet, by tenant and object. */
  readonly #fresh = new Map<number, Map<number, Fresh>>()
  /** The patch for viewers of a whole tenant, created when the first of them needs it. */
  readonly #patches = new Map<number, string>()
  /** Snapshots by tenant and scope, until something changes or the next patches: after a change of a role many viewers need the same one. */
  readonly #snapshots = new Map<string, string>()
  #snapshotsLength = 0
  /** Number of changes so far: a snapshot holds what was not sent yet, which need not come once more. */
  #heard = 0

  constructor(kind: ObjectStore, send: Send) {
    this.#kind = kind
    this.#send = send
    kind.onChange((tenantId, changed, left) => {
      this.#heard++
      this.#forgetSnapshots()
      for (const { id, deptId } of left) this.#freshOf(tenantId, id).left.add(deptId)
      // Objects that came back or went to another department are among the changed ones.
      for (const { id } of left) this.#freshOf(tenantId, id).entry = undefined
      for (const entry of changed) this.#freshOf(tenantId, entry.id).entry = entry
    })
  }

  #freshOf(tenantId: number, id: number): Fresh {
    const ofTenant = this.#fresh.get(tenantId) ?? new Map<number, Fresh>()
    this.#fresh.set(tenantId, ofTenant)
    const known = ofTenant.get(id) ?? { entry: undefined, left: new Set() }
    ofTenant.set(id, known)
    return known
  }

  sendWhole(client: Client, subscription: Subscription) {
    subscription.stale = false
    subscription.heard = this.#heard
    subscription.missed.clear()
    this.#sendObjects(client, subscription, this.#snapshotOf(client.viewer))
  }

  #snapshotOf({ tenantId, departments }: Viewer): string {
    const key = `${tenantId} ${departments?.join() ?? 'all'}`
    const kept = this.#snapshots.get(key)
    if (kept !== undefined) return kept
    const all = this.#kind.of(tenantId).values()
    const seen = departments && new Set(departments)
    const text = `"type":"snapshot","objects":[${listText(seen ? all.filter(({ deptId }) => seen.has(deptId)) : all)}]`
    if (this.#snapshotsLength > keptSnapshots) this.#forgetSnapshots()
    this.#snapshots.set(key, text)
    this.#snapshotsLength += text.length
    return text
  }

  #forgetSnapshots() {
    this.#snapshots.clear()
    this.#snapshotsLength = 0
  }

  sendChanges(client: Client, subscription: Subscription) {
    const { viewer } = client
    const { missed } = subscription
    const fresh = subscription.heard < this.#heard ? this.#fresh.get(viewer.tenantId) : undefined
    subscription.heard = this.#heard
    const isRevised = subscription.tree !== this.#kind.revision(viewer.tenantId)
    const isWaiting = isSlow(client)
    if (!isWaiting && viewer.departments === null && !missed.size) {
      if (fresh || isRevised) this.#sendObjects(client, subscription, this.#patchOf(viewer.tenantId))
      return
    }
    for (const [id, { entry, left }] of fresh ?? [])
      if (entry && sees(viewer, entry.deptId)) missed.set(id, entry)
      else if ([...left].some((deptId) => sees(viewer, deptId))) missed.set(id, null)
    if (isWaiting) {
      if (missed.size <= missedLimit) return
      subscription.stale = true
    } else if (missed.size || isRevised) this.#sendObjects(client, subscription, patchText(missed))
    missed.clear()
  }

  endTick() {
    let changed = 0
    for (const ofTenant of this.#fresh.values()) changed += ofTenant.size
    this.#fresh.clear()
    this.#patches.clear()
    this.#forgetSnapshots()
    return changed
  }

  #patchOf(tenantId: number): string {
    const fresh = this.#fresh.get(tenantId) ?? new Map<number, Fresh>()
    const patch = this.#patches.get(tenantId) ?? patchText(new Map(Array.from(fresh, ([id, { entry }]) => [id, entry ?? null])))
    this.#patches.set(tenantId, patch)
    return patch
  }

  #sendObjects(client: Client, subscription: Subscription, fields: string) {
    subscription.tree = this.#kind.revision(client.viewer.tenantId)
    this.#send(client, subscription, `"tree":${subscription.tree},${fields}`)
  }
}

const sees = ({ departments }: Viewer, deptId: number) => departments === null || departments.includes(deptId)

const listText = (entries: Iterable<LiveEntry>) => Array.from(entries, (entry) => entry.json).join()

/** The JSON fields of a patch; null stands for an object that the viewer no longer sees. */
function patchText(changed: ReadonlyMap<number, LiveEntry | null>): string {
  const entries: LiveEntry[] = []
  const gone: number[] = []
  for (const [id, entry] of changed)
    if (entry) entries.push(entry)
    else gone.push(id)
  return `"type":"patch","objects":[${listText(entries)}],"gone":[${gone.join()}]`
}
