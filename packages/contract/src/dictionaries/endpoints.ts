import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

export const DictionaryItem = z.object({
  id: z.number(),
  dictId: z.number(),
  type: z.string(),
  value: z.string(),
  label: z.string(),
  sort: z.number(),
})
export type DictionaryItem = z.infer<typeof DictionaryItem>

/** Items of one dictionary, e.g. `vehicle_type`, by `sort`. Source: spec 2, section 7.4. */
export const getDictionaryItems = endpoint({
  method: 'GET',
  path: '/admin/dict/type/:type',
  access: 'session',
  input: z.object({ type: z.string().min(1).max(64) }),
  output: z.array(DictionaryItem),
})
