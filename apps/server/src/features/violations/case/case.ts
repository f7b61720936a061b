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

/** Views of evidence that a case lists. */
const mostViews = 10_000

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
  const found = violation && (await findEvidence(tx, viewer, id, mostViews))
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

/** Pictures, clips and files of alarms with their names in the zip, by time. */
export function filesOf({ evidence: { photos, clips, attachments } }: ViolationCase) {
  const named = (
    folder: string,
    { fileName, time, channel }: { fileName: string; time: string; channel: number },
    n: number,
  ) => ({
    name: `${folder}/${String(n + 1).padStart(2, '0')}-${time.replace(/\D/g, '')}-CH${channel}${/\.\w+$/.exec(fileName)?.[0] ?? ''}`,
    fileName,
  })
  return [
    ...photos.map((photo, n) => named('pictures', photo, n)),
    ...clips.flatMap(({ fileName, startTime: time, channel }, n) =>
      fileName ? named('clips', { fileName, time, channel }, n) : [],
    ),
    ...attachments.map((attachment, n) => named('attachments', attachment, n)),
  ]
}
