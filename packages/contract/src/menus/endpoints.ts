import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { whole } from '../fields.ts'
import { MenuType } from './codes.ts'

/** One node of the menu tree. `name` and `label` are message keys; `visible` '0' shows it, `keepAlive` '1' keeps its page. */
export type MenuNode = {
  id: number
  parentId: number
  name: string
  label: string
  path: string | null
  icon: string | null
  type: MenuType
  sort: number
  keepAlive: '0' | '1'
  visible: '0' | '1'
  spread: false
  children: MenuNode[]
}
export const MenuNode: z.ZodType<MenuNode> = z.lazy(() =>
  z.object({
    id: z.number(),
    parentId: z.number(),
    name: z.string(),
    label: z.string(),
    path: z.string().nullable(),
    icon: z.string().nullable(),
    type: z.enum(MenuType),
    sort: z.number(),
    keepAlive: z.enum(['0', '1']),
    visible: z.enum(['0', '1']),
    spread: z.literal(false),
    children: z.array(MenuNode),
  }),
)

/** The caller's menus as a tree, from `parentId` or the root (-1), buttons left out; `type=top` only the sub-systems. */
export const getMenu = endpoint({
  method: 'GET',
  path: '/admin/menu',
  access: 'session',
  summary: '当前用户菜单',
  input: z.object({ parentId: whole(z.number().int()).optional(), type: z.enum(['top']).optional() }),
  output: z.array(MenuNode),
})
