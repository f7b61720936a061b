import type { DepartmentNode } from '@huanwei/contract/departments/endpoints'
import { MenuType } from '@huanwei/contract/menus/codes'
import type { MenuTreeNode } from '@huanwei/contract/menus/endpoints'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { labelOf } from '../../shell/menu/menu-tree.ts'
import type { CheckNode } from '../../ui/select/check-tree.ts'

/** The menu as things to choose; a permission is called by what it lets one do, its code beside it. */
export function useMenuNodes(tree: MenuTreeNode[] | undefined): CheckNode[] {
  const { t } = useTranslation('roles')
  const { t: tShell } = useTranslation('shell')
  return useMemo(() => (tree ?? []).map((node) => menuNode(node, t, tShell)), [tree, t, tShell])
}

function menuNode(node: MenuTreeNode, t: TFunction<'roles'>, tShell: TFunction<'shell'>): CheckNode {
  const { id, name, label, code, type } = node
  const children = node.children.map((one) => menuNode(one, t, tShell))
  if (type !== MenuType.button) return { id, label: labelOf(node, tShell), children }
  const act = code?.split('_').at(-1) ?? ''
  const named = label === name ? t(`acts.${act}`, { defaultValue: label }) : label
  return { id, label: named, children, ...(code && { hint: code }) }
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
