import type { TreeNode } from '@huanwei/contract/trees/endpoints'

/** A department, or an object that can be chosen: its `value` is the object's id, which no department's key equals. */
export type ObjectNode = { value: number | string; title: string; search: string; selectable: boolean; children: ObjectNode[] }

/** The departments of a flat tree with their objects below them; those without any are left out. Pure. */
export function objectTree(flat: readonly TreeNode[]): ObjectNode[] {
  const departments = new Map<number, ObjectNode & { parentId: number }>()
  for (const { isParent, id, parentId, name } of flat)
    if (isParent && !departments.has(id))
      departments.set(id, { value: `department ${id}`, title: name, search: '', selectable: false, children: [], parentId })
  const roots: ObjectNode[] = []
  for (const { parentId, ...department } of departments.values()) (departments.get(parentId)?.children ?? roots).push(department)
  for (const { isParent, isVideo, id, parentId, name, initials } of flat) {
    if (isParent || isVideo) continue
    const search = `${name} ${initials}`.toLowerCase()
    departments.get(parentId)?.children.push({ value: id, title: name, search, selectable: true, children: [] })
  }
  return roots.filter(prune)
}

/** Leaves out the departments below without objects; false when nothing is left. */
function prune(node: ObjectNode): boolean {
  if (node.selectable) return true
  node.children = node.children.filter(prune)
  return node.children.length > 0
}
