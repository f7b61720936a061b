import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, idOf, word } from './fields.ts'
import { type lastChange, madeFrom } from './last-change.ts'
import { mostAtOnce, outcomeOfOne } from './many.ts'
import type { Permission } from './permissions.ts'

type PermittedTo<Verb extends string> = Permission extends infer P ? (P extends `${infer Noun}_${Verb}` ? Noun : never) : never
/** Prefix of the permissions of a noun whose records people add, change and remove. */
type RecordPermission = PermittedTo<'add'> & PermittedTo<'edit'> & PermittedTo<'del'>

/**
 * The calls that read, add, change and remove one record: `fields` are what people enter, `record` is what comes back. A change or a removal
 * made from an older state is refused with 409.
 */
export const recordCalls = <Fields extends z.ZodRawShape, Output extends z.ZodObject<typeof lastChange>>(
  path: string,
  permission: RecordPermission,
  fields: Fields,
  record: Output,
) => ({
  get: endpoint({ method: 'GET', path: `${path}/:id`, access: 'session', input: z.object({ id }), output: record }),
  add: endpoint({
    method: 'POST',
    path,
    access: { permission: `${permission}_add` },
    input: z.object(fields),
    output: record,
  }),
  change: endpoint({
    method: 'PUT',
    path,
    access: { permission: `${permission}_edit` },
    input: z.object({ id, ...fields, ...madeFrom }),
    output: record,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    access: { permission: `${permission}_del` },
    input: z.object({ id, ...madeFrom }),
    output: done,
  }),
})

/** Outcome for one of many; what is out of the caller's scope has no name here. */
export const OutcomeOfRecord = outcomeOfOne.extend({ id: z.number(), name: z.string() })
export type OutcomeOfRecord = z.infer<typeof OutcomeOfRecord>

const idsOr = (missing?: string) => z.array(id).min(1, missing).max(mostAtOnce)

/** The calls that move several records to a department or remove them, each in a transaction of its own by the rules for one. */
export const manyCalls = (path: string, permission: RecordPermission) => ({
  move: endpoint({
    method: 'PUT',
    path: `${path}/batch`,
    access: { permission: `${permission}_edit` },
    input: z.object({ ids: idsOr(), deptId: idOf(word('chooseDepartment')) }),
    output: z.array(OutcomeOfRecord),
  }),
  removeMany: endpoint({
    method: 'POST',
    path: `${path}/removeBatch`,
    access: { permission: `${permission}_del` },
    input: z.object({ ids: idsOr(word('chooseRemoved')) }),
    output: z.array(OutcomeOfRecord),
  }),
})
