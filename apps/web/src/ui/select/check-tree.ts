/** A thing with things below it. `hint` is a tooltip, by which it is found too. */
export type CheckNode = { id: number; label: string; hint?: string; children: CheckNode[] }

/** All ids of `nodes` and below. */
export const idsOf = (nodes: readonly CheckNode[]): number[] => nodes.flatMap(({ id, children }) => [id, ...idsOf(children)])

/** The way from the top to a node, itself last; empty when it is not there. */
function wayTo(nodes: readonly CheckNode[], id: number): CheckNode[] {
  for (const node of nodes) {
    if (node.id === id) return [node]
    const below = wayTo(node.children, id)
    if (below.length) return [node, ...below]
  }
  return []
}

/** `mixed`: it is checked, or something below is, but not all below. */
export function stateOf(node: CheckNode, checked: ReadonlySet<number>): boolean | 'mixed' {
  const all = idsOf([node])
  const count = all.filter((id) => checked.has(id)).length
  return count === all.length ? true : count > 0 ? 'mixed' : false
}

type Options = {
  /** True when the user may check or uncheck this one. */
  may: (id: number) => boolean
  /** A page shows only below its group: what is above comes along. */
  withAbove: boolean
}

/** Checks a node and all below that the person may, or takes them all away when they are there already. Pure. */
export function toggle(nodes: readonly CheckNode[], checked: ReadonlySet<number>, id: number, { may, withAbove }: Options) {
  const way = wayTo(nodes, id)
  const node = way.at(-1)
  if (!node) return checked
  const below = idsOf([node]).filter(may)
  const next = new Set(checked)
  if (below.every((one) => checked.has(one))) for (const one of below) next.delete(one)
  else for (const one of withAbove ? [...idsOfWay(way).filter(may), ...below] : below) next.add(one)
  return next
}
const idsOfWay = (way: CheckNode[]) => way.map(({ id }) => id)

/** Nodes that contain `text`, with all above and all below. */
export function search(nodes: readonly CheckNode[], text: string): CheckNode[] {
  const needle = text.trim().toLowerCase()
  if (!needle) return [...nodes]
  return nodes.flatMap((node) => {
    if (`${node.label} ${node.hint ?? ''}`.toLowerCase().includes(needle)) return [node]
    const children = search(node.children, text)
    return children.length ? [{ ...node, children }] : []
  })
}
