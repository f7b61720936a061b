import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** An administrative division: province, city or county, level 1 to 3. Source: GB/T 2260. */
const Region = z.object({
  code: z.string(),
  /** Empty for a province. */
  parentCode: z.string(),
  name: z.string(),
  level: z.number().int(),
})
export type Region = z.infer<typeof Region>

/** The divisions directly below the one with this code; the provinces without one. */
export const listRegions = endpoint({
  method: 'POST',
  path: '/admin/bsarea/getAreaListByCode',
  access: 'session',
  reads: true,
  input: z.object({ code: z.string().max(12).default('') }),
  output: z.array(Region),
})
