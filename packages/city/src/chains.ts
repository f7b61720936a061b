import { gather } from './gather.ts'
import { at } from './geometry.ts'

export type Link = { from: number; to: number }

/** Joins links that follow each other into the longest walks found greedily; each walk is a list of nodes. */
export const chains = (links: readonly Link[]): { nodes: number[]; links: number[] }[] => {
  const around = new Map<number, number[]>()
  for (const [index, { from, to }] of links.entries()) for (const node of [from, to]) gather(around, node, index)
  const used = new Set<number>()
  const walk = (start: number) => {
    const nodes = [start]
    const taken: number[] = []
    for (let node = start; ; ) {
      const index = around.get(node)?.find((candidate) => !used.has(candidate))
      if (index === undefined) return { nodes, links: taken }
      used.add(index)
      taken.push(index)
      const { from, to } = at(links, index)
      node = from === node ? to : from
      nodes.push(node)
    }
  }
  const odd = [...around].filter(([, list]) => list.length % 2 === 1).map(([node]) => node)
  const walks = []
  for (const start of [...odd, ...around.keys()])
    for (let found = walk(start); found.links.length > 0; found = walk(start)) walks.push(found)
  return walks
}
