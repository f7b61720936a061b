import { ObjectType } from '@huanwei/contract/objects'
import type { ViolationDetail, ViolationEvidence } from '@huanwei/contract/violations/endpoints'
import type { Language } from '@huanwei/words/languages'
import type { Tx } from '../../../db/connect.ts'
import type { Viewer } from '../../../http/viewer.ts'
import { momentOf } from '../../../lib/time.ts'
import { findBoundSpans, readPositions } from '../../history/queries.ts'
import type { StoredPosition } from '../../history/track.ts'
import { findShifts } from '../../shifts/queries.ts'
import { findEvidence } from '../evidence/queries.ts'
import { findViolationDetail } from '../queries.ts'

/** Around a violation, and of one that does not end at most, ms. */
const positionMs = { around: 600_000, most: 7_200_000 }

/** What is handed over of a violation. */
export type ViolationCase = {
  violation: ViolationDetail
  evidence: Omit<ViolationEvidence, 'similar'>
  /** Of the rule as it was. */
  shiftNames: string[]
  positions: StoredPosition[]
}

/** The case of a violation, undefined when it is not in scope. */
export async function findCase(tx: Tx, viewer: Viewer, id: number, language: Language): Promise<ViolationCase | undefined> {
  const violation = await findViolationDetail(tx, viewer, id, language)
  const found = violation && (await findEvidence(tx, viewer, id))
  if (!found) return undefined
  const { similar: _, ...evidence } = found
  const ofRule = new Set(evidence.rule?.shiftIds)
  const shifts = ofRule.size ? await findShifts(tx, viewer.tenantId) : []
  const shiftNames = shifts.filter((shift) => ofRule.has(shift.id)).map(({ name }) => name)
  return { violation, evidence, shiftNames, positions: await findPositions(tx, viewer, violation) }
}

/** Where a vehicle or a person was, from before the violation until after it. */
async function findPositions(tx: Tx, { tenantId }: Viewer, { objectType, objectId, createTime, endTime }: ViolationDetail) {
  if (objectType === ObjectType.facility) return []
  const start = momentOf(createTime)
  const end = Math.min(endTime === null ? Date.now() : momentOf(endTime), start + positionMs.most)
  const span = { from: start - positionMs.around, to: end + positionMs.around }
  const spans = (await findBoundSpans(tx, tenantId, objectType, [objectId], span)).get(objectId) ?? []
  const positions: StoredPosition[] = []
  for (const bound of spans) positions.push(...(await readPositions(tx, tenantId, bound)))
  return positions
}
