import { channelNodeId } from '@huanwei/contract/trees/rules'
import type { LiveEntry } from '../../position/latest/object-store.ts'
import { channelsOf, leafParts } from './leaves.ts'
import type { DepartmentFacts } from './queries.ts'
import type { Tree } from './tree.ts'

/** Writes a tree as JSON, in the shape that a call has. */
export type Write = (tree: Tree) => Generator<Uint8Array | string>

// Trees are written as bytes, most of them kept from the last time: at 100 000 leaves building objects or texts costs more than sending them.
const opening = Buffer.from('[')
const closing = Buffer.from(']')
const comma = Buffer.from(',')
const nothing = Buffer.alloc(0)

function groupJson({ deptId, parentId, name }: DepartmentFacts, counts: Tree['counts']) {
  const { online, total } = counts.get(deptId) ?? { online: 0, total: 0 }
  const label = JSON.stringify(name)
  return `{"id":${deptId},"parentId":${parentId},"isParent":true,"label":${label},"name":${label},"initials":"","count":"${online}/${total}","locationData":null`
}

function* list({ departments, objects, ends, counts }: Tree, hasChannels: boolean): Generator<Uint8Array | string> {
  yield opening
  let before = nothing
  for (const one of departments) {
    yield before
    yield `${groupJson(one, counts)}}`
    before = comma
  }
  for (const [i, entry] of objects.entries()) {
    yield before
    yield* leafParts(entry, ends[i])
    before = comma
    if (hasChannels) for (const json of channelsJson(entry)) yield `,${json}`
  }
  yield closing
}

const channelsJson = (entry: LiveEntry) =>
  channelsOf(entry).map(({ passageway: channel, passagewayDescribe: label }) => {
    const id = channelNodeId(entry.id, channel)
    const node = { id, parentId: entry.id, isParent: false, isVideo: true, channel, label, name: label, initials: '' }
    return JSON.stringify({ ...node, locationData: null })
  })

/** Departments, then objects. */
export const flat: Write = (tree) => list(tree, false)
/** Objects alone. */
export const leaves: Write = (tree) => list({ ...tree, departments: [] }, false)
/** Departments, then vehicles, the channels of each behind it. */
export const withChannels: Write = (tree) => list(tree, true)

/** Departments in one another, with their objects. */
export function* nested({ departments, objects, ends, counts }: Tree): Generator<Uint8Array | string> {
  const children = Map.groupBy(departments, ({ parentId }) => parentId)
  const leavesOf = Map.groupBy(objects.keys(), (i) => objects[i]!.deptId)
  /** A department to open, an object by its place, or the end of the last department opened. */
  const steps: (DepartmentFacts | number | 'end')[] = []
  const plan = (parent: number) => {
    for (const one of children.get(parent) ?? []) {
      steps.push(one)
      plan(one.deptId)
      for (const i of leavesOf.get(one.deptId) ?? []) steps.push(i)
      steps.push('end')
    }
  }
  plan(0)

  yield opening
  let before = nothing
  for (const step of steps) {
    yield step === 'end' ? ']}' : before
    before = comma
    if (typeof step === 'number') yield* leafParts(objects[step]!, ends[step])
    else if (step !== 'end') {
      yield `${groupJson(step, counts)},"children":[`
      before = nothing
    }
  }
  yield closing
}
