import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import { secrets } from './table.ts'

/** The installation's secret of that name, made when first asked for; the same for every process of it. */
export async function ensureSecret(tx: Tx, name: string): Promise<string> {
  await tx
    .insert(secrets)
    .values({ name, value: randomBytes(32).toString('base64url') })
    .onConflictDoNothing()
  const [secret] = await tx.select({ value: secrets.value }).from(secrets).where(eq(secrets.name, name))
  if (!secret) throw new Error(`no secret ${name}`)
  return secret.value
}
