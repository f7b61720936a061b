import { z } from 'zod'

/** What the address bar keeps: what is searched for, and the form that is open, with the parent of a new item. */
export const MenusSearch = z.object({
  text: z.string().optional(),
  open: z.union([z.literal('new'), z.number().int().positive()]).optional(),
  below: z.number().int().positive().optional(),
})
export type MenusSearch = z.infer<typeof MenusSearch>
