import { type Layout, layOut, type TreeItem } from './model.ts'
import { buffersOf, type PackedNodes, packNodes } from './packed-nodes.ts'
import { type SearchBlock, searchBlocks } from './search-blocks.ts'

/** What the worker is asked for: one call whose answer is a tree as a flat list, in the family's envelope. */
export type TreeOrder = { url: string; method: string; headers: [string, string][]; body?: string }
/** What comes back: the layout, then the nodes in its order, what can be searched of them and `done`; or `refused`, whatever the reason. */
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

async function read({ url, ...order }: TreeOrder) {
  const reply = await fetch(url, { ...order, credentials: 'same-origin', signal: AbortSignal.timeout(timeoutMs) })
  if (!reply.ok) return say({ kind: 'refused' })
  const { code, data }: { code: number; data: TreeItem[] } = await reply.json()
  if (code !== 0) return say({ kind: 'refused' })
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
