import { type Layout, layOut } from '../../../ui/tree/model.ts'
import { type SearchBlock, searchBlocks } from '../../../ui/tree/search-blocks.ts'
import type { LiveNode } from './live-node.ts'
import { buffersOf, type PackedNodes, packNodes } from './packed-nodes.ts'

/** Request to the worker: one call whose answer is a tree as a flat list, in the family's envelope. */
export type TreeOrder = { url: string; method: string; headers: [string, string][]; body?: string }
/** Replies of the worker: the layout, then the nodes in its order, their search texts and `done`; or `refused`, whatever the reason. */
export type TreePart =
  | { kind: 'layout'; layout: Layout }
  | { kind: 'nodes'; nodes: PackedNodes }
  | { kind: 'block'; block: SearchBlock }
  | { kind: 'done' | 'refused' }

/** Source: spec 2, section 9. */
const timeoutMs = 100_000
/** Nodes handed over at a time: few enough to be taken in within a frame on a slow machine. */
const portion = 500

const say = (part: TreePart, transfer: Transferable[] = []) => postMessage(part, { transfer })

/** True for the envelope of a tree. Its nodes are not checked one by one: there may be 100 000, and the server writes them as this type. */
const isTree = (answer: unknown): answer is { code: 0; data: LiveNode[] } =>
  typeof answer === 'object' &&
  answer !== null &&
  'code' in answer &&
  answer.code === 0 &&
  'data' in answer &&
  Array.isArray(answer.data)

async function read({ url, ...order }: TreeOrder) {
  const reply = await fetch(url, { ...order, credentials: 'same-origin', signal: AbortSignal.timeout(timeoutMs) })
  if (!reply.ok) return say({ kind: 'refused' })
  const answer: unknown = await reply.json()
  if (!isTree(answer)) return say({ kind: 'refused' })
  const { data } = answer
  const layout = layOut(data)
  const items = Array.from(layout.order, (at) => data[at]!)
  say(
    { kind: 'layout', layout },
    Object.values(layout).map(({ buffer }) => buffer),
  )
  for (let at = 0; at < items.length; at += portion) {
    const nodes = packNodes(items.slice(at, at + portion))
    say({ kind: 'nodes', nodes }, buffersOf(nodes))
  }
  for (const block of searchBlocks(items)) say({ kind: 'block', block }, [block.starts.buffer])
  say({ kind: 'done' })
}

addEventListener('message', ({ data }: MessageEvent<TreeOrder>) => read(data).catch(() => say({ kind: 'refused' })))
