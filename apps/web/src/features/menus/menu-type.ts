import { MenuType } from '@huanwei/contract/menus/codes'
import type { MenuTreeNode } from '@huanwei/contract/menus/endpoints'

/** Key of the word for the type of an item: a page and a group of pages have the same code. */
export const typeKey = ({ type, path }: Pick<MenuTreeNode, 'type' | 'path'>) =>
  type === MenuType.menu && path === null ? 'type.group' : (`type.${type}` as const)
