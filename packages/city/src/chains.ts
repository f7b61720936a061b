import { addToList } from './add-to-list.ts'
import { at } from './geometry.ts'

export type ChainEdge = { from: number; to: number }

/** Joins edges that follow each other into walks, as long as a greedy search finds; `links` are indexes of edges. */
export const chains = (links: readonly ChainEdge[]): { nodes: number[]; links: number[] }[] => {
  const around = new Map<number, number[]>()
  for (const [index, { from, to }] of links.entries()) for (const node of [from, to]) addToList(around, node, index)
  const used = new Set<number>()
  const walk = (start: number) => {
    const nodes = [start]
    const walked: number[] = []
    for (let node = start; ; ) {
      const index = around.get(node)?.find((candidate) => !used.has(candidate))
      if (index === undefined) return { nodes, links: walked }
      used.add(index)
      walked.push(index)
      const { from, to } = at(links, index)
      node = from === node ? to : from
      nodes.push(node)
    }
  }
  const odd = [...around].filter(([, list]) => list.length % 2 === 1).map(([node]) => node)
  const walks = []
  for (const start of [...odd, ...around.keys()])
    for (let next = walk(start); next.links.length > 0; next = walk(start)) walks.push(next)
  return walks
}
