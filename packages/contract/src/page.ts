import { z } from 'zod'
import { whole } from './fields.ts'

/** `current` starts at 1. Source: spec 3, section 5. */
export const pageQuery = z.object({
  current: whole(z.number().int().min(1).max(1_000_000).default(1)),
  size: whole(z.number().int().min(1).max(3000).default(20)),
})

/** Most rows that a list without pages answers with: the call that pages the same list has those beyond. */
export const mostListed = 1000

/** The family's clients ask a list that is newest first for this order. */
export const newestFirst = { descs: z.literal('createTime').optional() }

export const page = <T extends z.ZodType>(record: T) =>
  z.object({
    records: z.array(record),
    total: z.number().int(),
    size: z.number().int(),
    current: z.number().int(),
    pages: z.number().int(),
  })

/** Wraps one page of records with the figures the pager shows. */
export const pageOf = <T>(records: T[], total: number, { current, size }: { current: number; size: number }) => ({
  records,
  total,
  size,
  current,
  pages: Math.ceil(total / size),
})
