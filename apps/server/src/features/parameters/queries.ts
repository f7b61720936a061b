import type { Parsed } from '@huanwei/contract/endpoint'
import { type BuiltInParameter, builtInParameters, ParameterStatus, ParameterType } from '@huanwei/contract/parameters/codes'
import type { addParameter } from '@huanwei/contract/parameters/endpoints'
import { isBuiltIn } from '@huanwei/contract/parameters/rules'
import { and, asc, desc, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { updatedBy } from '../../db/columns.ts'
import type { Tx } from '../../db/connect.ts'
import { holdRow } from '../../db/last-change.ts'
import type { Viewer } from '../../http/viewer.ts'
import { parameters } from './table.ts'

export type ParameterRow = typeof parameters.$inferSelect

const isOne = (tenantId: number, id: number) => and(eq(parameters.tenantId, tenantId), eq(parameters.id, id))

/** Value of one of the product's own parameters in a statement; yes is 1. It is read anew by each statement, so a change holds at once. */
export const figureOf = (tenantId: number | SQLWrapper, key: BuiltInParameter): SQL<number> =>
  sql<number>`coalesce((select public_value::int from ${parameters} where ${parameters}.tenant_id = ${tenantId}
    and ${parameters}.public_key = ${key}), ${builtInParameters[key].start}::int)`

/** Values of some of the product's own parameters. */
export async function findFigures<Key extends BuiltInParameter>(tx: Tx, tenantId: number, keys: readonly Key[]) {
  const { rows } = await tx.execute<Record<Key, number>>(
    sql`select ${sql.join(
      keys.map((key) => sql`${figureOf(tenantId, key)} as ${sql.identifier(key)}`),
      sql`, `,
    )}`,
  )
  return rows[0]!
}

/** Value of a parameter that is in use; undefined where there is none. */
export async function findValue(tx: Tx, tenantId: number, key: string) {
  const isMeant = and(eq(parameters.tenantId, tenantId), eq(parameters.publicKey, key))
  const [found] = await tx
    .select({ value: parameters.publicValue })
    .from(parameters)
    .where(and(isMeant, eq(parameters.status, ParameterStatus.on)))
  return found?.value
}

/** All parameters: the product's own by key, then the others, newest first. */
export async function findParameters(tx: Tx, tenantId: number) {
  const all = await tx
    .select()
    .from(parameters)
    .where(eq(parameters.tenantId, tenantId))
    .orderBy(desc(parameters.createTime), asc(parameters.publicKey), desc(parameters.id))
  const order = Object.keys(builtInParameters)
  const own = all.filter(({ publicKey }) => !isBuiltIn(publicKey))
  const builtIn = all.filter(({ publicKey }) => isBuiltIn(publicKey))
  return [...builtIn.sort((a, b) => order.indexOf(a.publicKey) - order.indexOf(b.publicKey)), ...own]
}

export async function findParameter(tx: Tx, tenantId: number, id: number) {
  const [found] = await tx.select().from(parameters).where(isOne(tenantId, id))
  return found
}

/** Holds the parameter as it stands until the transaction ends. */
export const holdParameter = (tx: Tx, tenantId: number, id: number) => holdRow(tx, parameters, tenantId, id)

export const countParameters = (tx: Tx, tenantId: number) => tx.$count(parameters, eq(parameters.tenantId, tenantId))

type Fields = Parsed<typeof addParameter>

/** Undefined when the key is taken. */
export async function insertParameter(tx: Tx, { tenantId, username }: Viewer, fields: Fields) {
  const [added] = await tx
    .insert(parameters)
    .values({ tenantId, ...fields, updateBy: username })
    .onConflictDoNothing()
    .returning()
  return added
}

export async function updateParameter(tx: Tx, viewer: Viewer, id: number, fields: Partial<Fields>) {
  const [changed] = await tx
    .update(parameters)
    .set({ ...fields, ...updatedBy(parameters, viewer) })
    .where(isOne(viewer.tenantId, id))
    .returning()
  return changed!
}

export const deleteParameter = (tx: Tx, tenantId: number, id: number) => tx.delete(parameters).where(isOne(tenantId, id))

/** Adds the product's own parameters that the organisation lacks. */
export const seedParameters = (tx: Tx, tenantId: number) =>
  tx
    .insert(parameters)
    .values(
      Object.entries(builtInParameters).map(([publicKey, { kind, start }]) => ({
        tenantId,
        publicName: '',
        publicKey,
        publicValue: String(start),
        kind,
        publicType: ParameterType.system,
      })),
    )
    .onConflictDoNothing()
