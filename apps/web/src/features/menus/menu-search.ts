import { z } from 'zod'

/** State of the page in the address bar: the search, and the open form with the parent of a new item. */
export const MenusSearch = z.object({
  text: z.string().optional(),
  open: z.union([z.literal('new'), z.number().int().positive()]).optional(),
  below: z.number().int().positive().optional(),
})
export type MenusSearch = z.infer<typeof MenusSearch>
