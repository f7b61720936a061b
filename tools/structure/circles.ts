import type { Rule } from './tree.ts'

/** Finds files that import each other in a circle, by static, dynamic and type imports alike, and names the shortest way round. */
export const circles: Rule = {
  name: 'circles of imports',
  inTree(sources) {
    const graph = new Map(sources.map(({ path, imports }) => [path, [...new Set(imports.map(({ target }) => target))]]))
    return knots(graph).map((files) => {
      const way = shortestCircle(graph, new Set(files))
      const more = files.length > way.length ? ` (${files.length} files hang together in circles)` : ''
      return `${[...way, way[0]].join(' → ')} is a circle${more}`
    })
  },
}

type Graph = Map<string, string[]>

/** Groups of files that all reach each other (Tarjan's strongly connected components), of two files or more, or one that imports itself. */
function knots(graph: Graph): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const groups: string[][] = []
  function visit(file: string): number {
    const number = order.size
    let low = number
    order.set(file, number)
    open.push(file)
    for (const next of graph.get(file) ?? []) {
      if (!graph.has(next)) continue
      if (!order.has(next)) low = Math.min(low, visit(next))
      else if (open.includes(next)) low = Math.min(low, lowest.get(next) ?? order.get(next) ?? low)
    }
    lowest.set(file, low)
    if (low === number) groups.push(open.splice(open.indexOf(file)))
    return low
  }
  for (const file of graph.keys()) if (!order.has(file)) visit(file)
  return groups.filter(([first = '', second]) => second || graph.get(first)?.includes(first))
}

/** The shortest way from a file of the group back to itself. */
function shortestCircle(graph: Graph, group: Set<string>): string[] {
  let best: string[] = []
  for (const start of [...group].sort()) {
    const before = new Map<string, string>()
    const queue = [start]
    for (const file of queue) {
      const steps = (graph.get(file) ?? []).filter((next) => group.has(next))
      if (steps.includes(start)) {
        const way = [file]
        for (let at = before.get(file); at && file !== start; at = before.get(at)) way.unshift(at)
        if (!best.length || way.length < best.length) best = way
        break
      }
      for (const next of steps)
        if (!before.has(next) && next !== start) {
          before.set(next, file)
          queue.push(next)
        }
    }
  }
  return best
}
