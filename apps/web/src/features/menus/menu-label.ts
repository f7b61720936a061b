import { MenuType } from '@huanwei/contract/menus/codes'
import type { MenuNode } from '@huanwei/contract/menus/endpoints'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { labelOf } from '../../shell/menu-tree.ts'

/** What an item of the management is called: a button that the product brings by what its permission lets people do. */
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
