import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { maxImportRows } from './rules.ts'

/** A row of an import as it was written: departments and roles by name. */
export const ImportRow = z.object({
  username: z.string().max(200),
  name: z.string().max(200).default(''),
  gender: z.string().max(20).default(''),
  phone: z.string().max(50),
  deptName: z.string().max(200),
  /** Several separated by commas. */
  roleNames: z.string().max(1000).default(''),
  password: z.string().max(200),
})
export type ImportRow = z.infer<typeof ImportRow>

export const ImportProblem = z.object({ field: ImportRow.keyof().nullable(), text: z.string() })
export type ImportProblem = z.infer<typeof ImportProblem>

/** Adds the rows that are right and leaves the others out, each whole. `preview` only says what would happen. */
export const importUsers = endpoint({
  method: 'POST',
  path: '/admin/user/import',
  access: { permission: 'sys_user_add' },
  input: z.object({ rows: z.array(ImportRow).min(1).max(maxImportRows), preview: z.boolean().default(false) }),
  output: z.object({
    added: z.number().int(),
    /** In the order of the rows; why each is left out, empty when it is not. `field` is one of the row, null for the row as a whole. */
    problems: z.array(z.array(ImportProblem)),
  }),
})
