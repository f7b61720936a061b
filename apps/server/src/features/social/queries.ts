import type { Parsed } from '@huanwei/contract/endpoint'
import type { addProvider, editProvider, listProviders } from '@huanwei/contract/social/endpoints'
import { and, desc, eq, sql } from 'drizzle-orm'
import { updatedBy } from '../../db/columns.ts'
import type { Tx } from '../../db/connect.ts'
import type { Cursor } from '../../db/keyset.ts'
import { findPage } from '../../db/lists/find-page.ts'
import type { Viewer } from '../../http/viewer.ts'
import { type Sealing, sealedMark } from '../../lib/sealing.ts'
import { seconds } from '../session/queries.ts'
import { socialProviders, socialStates, userSocials } from '../session/table.ts'
import type { Way } from './identity.ts'

/** Limit of a stay at the provider, seconds. */
const awaySeconds = 600

/** Without the secret, which only `findProvider` reads. */
const columns = {
  id: socialProviders.id,
  type: socialProviders.type,
  remark: socialProviders.remark,
  appId: socialProviders.appId,
  issuer: socialProviders.issuer,
  createTime: socialProviders.createTime,
  updateTime: socialProviders.updateTime,
  updateBy: socialProviders.updateBy,
}

const list = { table: socialProviders, id: socialProviders.id }

type Filter = Parsed<typeof listProviders> & { after?: Cursor | undefined }

/** One page of the providers, newest first, with the total. */
export async function findProviders(tx: Tx, tenantId: number, filter: Filter) {
  const where = eq(socialProviders.tenantId, tenantId)
  const { total, only } = await findPage(tx, list, filter, { tenantId, where })
  const records = await tx.select(columns).from(socialProviders).where(and(where, only)).orderBy(desc(socialProviders.id))
  return { records, total }
}

export const findSocialLogins = (tx: Tx, tenantId: number) =>
  tx
    .select({ type: socialProviders.type, remark: socialProviders.remark })
    .from(socialProviders)
    .where(eq(socialProviders.tenantId, tenantId))
    .orderBy(socialProviders.id)

/** Owner of a sealed secret: in another tenant's row it would not open. */
const ownerOf = (tenantId: number) => `client secret of tenant ${tenantId}`

/** Seals secrets that an earlier version stored as they were. */
export async function sealSecrets(tx: Tx, sealing: Sealing) {
  const isOpen = sql`not starts_with(${socialProviders.appSecret}, ${sealedMark})`
  for (const { id, tenantId, appSecret } of await tx.select().from(socialProviders).where(isOpen).for('update'))
    await tx
      .update(socialProviders)
      .set({ appSecret: sealing.seal(appSecret, ownerOf(tenantId)) })
      .where(and(eq(socialProviders.tenantId, tenantId), eq(socialProviders.id, id)))
}

/** A provider with its secret unsealed. */
export async function findProvider(tx: Tx, tenantId: number, type: string, sealing: Sealing) {
  const [provider] = await tx
    .select()
    .from(socialProviders)
    .where(and(eq(socialProviders.tenantId, tenantId), eq(socialProviders.type, type)))
  return provider && { ...provider, appSecret: sealing.open(provider.appSecret, ownerOf(tenantId)) }
}

export async function insertProvider(
  tx: Tx,
  { tenantId, username }: Viewer,
  provider: Parsed<typeof addProvider>,
  sealing: Sealing,
) {
  const appSecret = sealing.seal(provider.appSecret, ownerOf(tenantId))
  const [added] = await tx
    .insert(socialProviders)
    .values({ tenantId, ...provider, appSecret, updateBy: username })
    .returning(columns)
  return added!
}

const one = (tenantId: number, id: number) => and(eq(socialProviders.tenantId, tenantId), eq(socialProviders.id, id))

/** The provider as it stands, until the transaction ends; undefined when there is none. */
export async function lockProvider(tx: Tx, tenantId: number, id: number) {
  const [provider] = await tx.select(columns).from(socialProviders).where(one(tenantId, id)).for('no key update')
  return provider
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockProvider>>>

/** Changes a locked provider. Another issuer or type means other people: what was bound to the old one is bound no longer. */
export async function updateProvider(
  tx: Tx,
  viewer: Viewer,
  before: Locked,
  { appSecret, ...fields }: Omit<Parsed<typeof editProvider>, 'id' | 'updateTime'>,
  sealing: Sealing,
) {
  const { tenantId } = viewer
  if (before.issuer !== fields.issuer || before.type !== fields.type) await unbindAll(tx, tenantId, before.type)
  const [edited] = await tx
    .update(socialProviders)
    .set({
      ...fields,
      ...(appSecret && { appSecret: sealing.seal(appSecret, ownerOf(tenantId)) }),
      ...updatedBy(socialProviders, viewer),
    })
    .where(one(tenantId, before.id))
    .returning(columns)
  return edited!
}

/** Deletes a locked provider with all that is bound to it. */
export async function deleteProvider(tx: Tx, tenantId: number, { id, type }: Locked) {
  await tx.delete(socialProviders).where(one(tenantId, id))
  await unbindAll(tx, tenantId, type)
}

const unbindAll = (tx: Tx, tenantId: number, type: string) =>
  tx.delete(userSocials).where(and(eq(userSocials.tenantId, tenantId), eq(userSocials.type, type)))

export const keepWay = (tx: Tx, tenantId: number, way: Way & { type: string; secretHash: string }) =>
  tx.insert(socialStates).values({ tenantId, ...way, expires: sql`now() + ${seconds(awaySeconds)}` })

type Begun = { state: string; secretHash: string }

/** The way that began with `state` in the tab that has the secret; each is come back from once. */
export async function takeWay(
  tx: Tx,
  tenantId: number,
  { state, secretHash }: Begun,
): Promise<(Way & { type: string }) | undefined> {
  const isIt = and(eq(socialStates.tenantId, tenantId), eq(socialStates.state, state), eq(socialStates.secretHash, secretHash))
  const [taken] = await tx
    .delete(socialStates)
    .where(isIt)
    .returning({ ...socialStateColumns, isLive: sql<boolean>`${socialStates.expires} > now()` })
  return taken?.isLive ? taken : undefined
}
const socialStateColumns = {
  state: socialStates.state,
  type: socialStates.type,
  verifier: socialStates.verifier,
  nonce: socialStates.nonce,
}

type Account = { type: string; openId: string }

/** User bound to the provider's account. */
export async function findBound(tx: Tx, tenantId: number, { type, openId }: Account) {
  const [bound] = await tx
    .select({ userId: userSocials.userId })
    .from(userSocials)
    .where(and(eq(userSocials.tenantId, tenantId), eq(userSocials.type, type), eq(userSocials.openId, openId)))
  return bound?.userId
}

/** Binds an account to the viewer; bound to them already, it stays so. Or says what is in the way. */
export async function bind(
  tx: Tx,
  { tenantId, userId }: Viewer,
  { type, openId }: Account,
): Promise<'bound' | 'taken' | 'another'> {
  await tx.insert(userSocials).values({ tenantId, userId, type, openId }).onConflictDoNothing()
  const owner = await findBound(tx, tenantId, { type, openId })
  if (owner === userId) return 'bound'
  return owner === undefined ? 'another' : 'taken'
}

export async function findOwnBindings(tx: Tx, { tenantId, userId }: Viewer) {
  return tx
    .select({ type: socialProviders.type, remark: socialProviders.remark, boundTime: userSocials.createTime })
    .from(socialProviders)
    .leftJoin(
      userSocials,
      and(eq(userSocials.tenantId, tenantId), eq(userSocials.type, socialProviders.type), eq(userSocials.userId, userId)),
    )
    .where(eq(socialProviders.tenantId, tenantId))
    .orderBy(socialProviders.id)
}

export async function unbind(tx: Tx, { tenantId, userId }: Viewer, type: string) {
  const { rowCount } = await tx
    .delete(userSocials)
    .where(and(eq(userSocials.tenantId, tenantId), eq(userSocials.userId, userId), eq(userSocials.type, type)))
  return Boolean(rowCount)
}
