import { MenuType } from '@huanwei/contract/menus/codes'
import type { MenuNode } from '@huanwei/contract/menus/endpoints'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { labelOf } from '../../shell/menu/menu-tree.ts'

/** Key of the word for the type of an item: a page and a group of pages have the same code. */
export const typeKey = ({ type, path }: Pick<MenuNode, 'type' | 'path'>) =>
  type === MenuType.menu && path === null ? 'type.group' : (`type.${type}` as const)

/** Label of a menu item: the product's own buttons are named after their permission. */
export function useMenuLabel() {
  const { t: shell } = useTranslation('shell')
  const { t } = useTranslation('menus')
  return useCallback(
    (node: Pick<MenuNode, 'name' | 'label' | 'type'>) =>
      node.type === MenuType.button && node.label === node.name
        ? t(`permission.${node.name}`, { defaultValue: node.label })
        : labelOf(node, shell),
    [shell, t],
  )
}
