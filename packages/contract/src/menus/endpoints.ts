import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { whole } from '../fields.ts'
import { MenuType } from './codes.ts'

/**
 * One node of the menu tree. `label` is its name in the caller's language, `name` itself when none was given: then it may be a
 * message key (`item.<name>`). `visible` '0' shows it, `keepAlive` '1' keeps its page, `meta.roles` (all when empty) see it,
 * `group` are further addresses at which it is shown as active, `query` goes behind its path.
 */
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
  meta: { roles: number[] }
  group: string[]
  query: Record<string, string>
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
    meta: z.object({ roles: z.array(z.number()) }),
    group: z.array(z.string()),
    query: z.record(z.string(), z.string()),
    spread: z.literal(false),
    children: z.array(MenuNode),
  }),
)

/**
 * The caller's menus as a tree, from `parentId` (a sub-system) or the root (-1), buttons left out; `type=top` only the sub-systems
 * that lead to a page, without what is below them.
 */
export const getMenu = endpoint({
  method: 'GET',
  path: '/admin/menu',
  access: 'session',
  summary: '当前用户菜单',
  input: z.object({ parentId: whole(z.number().int()).optional(), type: z.enum(['top']).optional() }),
  output: z.array(MenuNode),
})
