import type { Endpoint } from '@huanwei/contract/endpoint'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../../lib/api.ts'
import { withProgress } from '../../../lib/progress.ts'
import { toRequest } from '../../../lib/request.ts'
import { buildTree, gatherTree, type TreeList } from '../../../ui/tree/model.ts'
import type { LiveNode } from './live-node.ts'
import { unpackNodes } from './packed-nodes.ts'
import type { TreeOrder, TreePart } from './tree-worker.ts'

/**
 * Query options for a tree of any size as a flat list: it is fetched, read and laid out beside the page, which takes it in bit by bit.
 * A reply that is no tree (a refusal, no answer) is requested again in the ordinary way, which reports the error.
 */
export const treeQuery = <In extends z.ZodType>(endpoint: Endpoint<In, z.ZodType<LiveNode[]>>, input: z.input<In>) =>
  queryOptions({
    queryKey: [endpoint.path, input],
    queryFn: async ({ signal }): Promise<TreeList<LiveNode>> =>
      (await withProgress(() => readBeside(endpoint, input, signal))) ?? buildTree(await call(endpoint, input, signal)).items,
    // Comparing a hundred thousand nodes with the last ones would hold the page up.
    structuralSharing: false,
  })

/** The tree by way of a worker; undefined when that gave none. Rejects with the signal's reason. */
async function readBeside(endpoint: Endpoint, input: unknown, signal: AbortSignal) {
  if (typeof Worker === 'undefined') return undefined
  const { url, init } = toRequest(endpoint, input, signal)
  const worker = new Worker(new URL('./tree-worker.ts', import.meta.url), { type: 'module' })
  const finished = new Promise<TreeList<LiveNode> | undefined>((resolve, reject) => {
    let tree: ReturnType<typeof gatherTree<LiveNode>> | undefined
    worker.onmessage = ({ data }: MessageEvent<TreePart>) => {
      if (data.kind === 'layout') tree = gatherTree(data.layout)
      else if (data.kind === 'nodes') tree?.add(unpackNodes(data.nodes))
      else if (data.kind === 'block') tree?.addBlock(data.block)
      else resolve(data.kind === 'done' ? tree?.finish() : undefined)
    }
    worker.onerror = () => resolve(undefined)
    signal.addEventListener('abort', () => reject(signal.reason))
  })
  const order: TreeOrder = { url, method: init.method, headers: [...init.headers], ...('body' in init && { body: init.body }) }
  worker.postMessage(order)
  return finished.finally(() => worker.terminate())
}
