import type { DepartmentNode } from '@huanwei/contract/departments/endpoints'
import { MenuType } from '@huanwei/contract/menus/codes'
import type { MenuTreeNode } from '@huanwei/contract/menus/endpoints'
import { useMemo } from 'react'
import type { CheckNode } from '../../ui/select/check-tree.ts'

/** The menu as things to choose; a permission is named by its words, its code is the hint. */
export function useMenuNodes(tree: MenuTreeNode[] | undefined): CheckNode[] {
  return useMemo(() => {
    const checkNode = (node: MenuTreeNode): CheckNode => ({
      id: node.id,
      label: node.label,
      children: node.children.map(checkNode),
      ...(node.code && { hint: node.code }),
    })
    return (tree ?? []).map(checkNode)
  }, [tree])
}

/** Numbers of chosen pages (groups and sub-systems are none) and permissions. */
export function countGrants(tree: readonly MenuTreeNode[], chosen: ReadonlySet<number>): { pages: number; permissions: number } {
  const counts = { pages: 0, permissions: 0 }
  const visit = ({ id, type, path, children }: MenuTreeNode) => {
    if (chosen.has(id) && type === MenuType.button) counts.permissions++
    else if (chosen.has(id) && path !== null) counts.pages++
    children.forEach(visit)
  }
  tree.forEach(visit)
  return counts
}

/** Departments as things to choose. */
export function useDepartmentNodes(tree: DepartmentNode[] | undefined): CheckNode[] {
  return useMemo(() => (tree ?? []).map(departmentNode), [tree])
}
const departmentNode = ({ id, name, children }: DepartmentNode): CheckNode => ({
  id,
  label: name,
  children: children.map(departmentNode),
})
