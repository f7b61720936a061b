import type { EvidenceView } from '@huanwei/contract/violations/endpoints'
import { and, desc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/connect.ts'
import { sessions } from '../../session/table.ts'
import { terminalPhotos } from '../../terminals/table.ts'
import { displayNameOf } from '../../users/queries.ts'
import { alarmAttachments, recordings } from '../../video/table.ts'
import { evidenceViews } from '../table.ts'

/** A file that was opened, or the violation whose case was taken out. */
type Viewed = { fileName: string } | { violationId: number }
type User = { tenantId: number; userId: number }

/** Notes that a user opened evidence. Opened again within an hour it is the same view, whatever number of parts it is read in. */
export async function noteView(tx: Tx, { tenantId, userId }: User, viewed: Viewed) {
  const { createTime, violationId, fileName } = evidenceViews
  const isSame = 'fileName' in viewed ? eq(fileName, viewed.fileName) : eq(violationId, viewed.violationId)
  const isNoted = and(
    eq(evidenceViews.tenantId, tenantId),
    eq(evidenceViews.userId, userId),
    isSame,
    gt(createTime, sql`now() - interval '1 hour'`),
  )
  if (await tx.$count(evidenceViews, isNoted)) return
  const key = `evidence view ${tenantId} ${userId} ${'fileName' in viewed ? viewed.fileName : viewed.violationId}`
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
  if (await tx.$count(evidenceViews, isNoted)) return
  await tx.insert(evidenceViews).values({ tenantId, userId, userName: displayNameOf(tenantId, userId), ...viewed })
}

/** True for a picture of a terminal, a recording and a file of an alarm. */
export async function isEvidence(tx: Tx, tenantId: number, name: string) {
  for (const { tenantId: owner, fileName } of [terminalPhotos, recordings, alarmAttachments])
    if (await tx.$count(fileName.table, and(eq(owner, tenantId), eq(fileName, name)))) return true
  return false
}

/** The user of a log-in; undefined for none. */
export async function findUserOfLogin(tx: Tx, login: string): Promise<User | undefined> {
  const [user] = await tx
    .select({ tenantId: sessions.tenantId, userId: sessions.userId })
    .from(sessions)
    .where(eq(sessions.family, login))
    .limit(1)
  return user
}

/** Views of the case of a violation and of files, the newest `most` of them, oldest first. */
export async function findViews(
  tx: Tx,
  { tenantId, id }: { tenantId: number; id: number },
  names: string[],
  most: number,
): Promise<EvidenceView[]> {
  const { createTime, userName, fileName, violationId } = evidenceViews
  const isOfFile = and(isNull(violationId), inArray(fileName, names))
  const newest = await tx
    .select({ createTime, userName, fileName })
    .from(evidenceViews)
    .where(and(eq(evidenceViews.tenantId, tenantId), or(eq(violationId, id), names.length ? isOfFile : undefined)))
    .orderBy(desc(evidenceViews.id))
    .limit(most)
  return newest.reverse()
}
