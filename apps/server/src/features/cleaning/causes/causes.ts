import { CauseKind } from '@huanwei/contract/cleaning/codes'
import type { Cause, getCauseWork } from '@huanwei/contract/cleaning/endpoints'
import { ComplaintStatus } from '@huanwei/contract/complaints/codes'
import { canType } from '@huanwei/contract/dictionaries/codes'
import type { Output } from '@huanwei/contract/endpoint'
import { id as facilityId } from '@huanwei/contract/fields'
import { InspectionStatus } from '@huanwei/contract/inspections/codes'
import { ObjectType } from '@huanwei/contract/objects'
import { Metric } from '@huanwei/contract/readings/codes'
import { AlarmType } from '@huanwei/contract/violations/codes'
import type { Language } from '@huanwei/words/languages'
import { say } from '@huanwei/words/say'
import type { Tx } from '../../../db/connect.ts'
import { mayUse } from '../../../db/scope.ts'
import { conflict, Refused } from '../../../http/refuse.ts'
import type { Viewer } from '../../../http/viewer.ts'
import { findComplaint, lockComplaint } from '../../complaints/queries.ts'
import { findFacility } from '../../facilities/queries.ts'
import { findInspectionDetail, lockInspection } from '../../inspections/queries.ts'
import { findLatestOfMany } from '../../readings/queries.ts'
import { findViolationDetail, lockViolations } from '../../violations/queries.ts'
import { findOpenWork, findWork, lockCause } from './queries.ts'

type Start = Output<typeof getCauseWork>['start']

/** A cause that the viewer sees. */
type FoundCause = Cause & { start: Start; isOpen: boolean }

/** Characters of a report's content. */
const longestContent = 500

/** Finds a cause in sight; undefined when there is none. An alarm that is merged into a violation stands for that. */
export async function findCause(tx: Tx, viewer: Viewer, cause: Cause, language: Language): Promise<FoundCause | undefined> {
  const found = await finders[cause.kind](tx, viewer, cause, language)
  return found && { ...found, start: { ...found.start, content: found.start.content.slice(0, longestContent) } }
}

type Find = (tx: Tx, viewer: Viewer, cause: Cause, language: Language) => Promise<FoundCause | undefined>

const findViolationCause =
  (objectType: ObjectType): Find =>
  async (tx, viewer, { kind, id }, language) => {
    const found = await findViolationDetail(tx, viewer, id, language)
    if (found?.objectType !== objectType) return undefined
    if (found.mergedInto !== null) return findViolationCause(objectType)(tx, viewer, { kind, id: found.mergedInto }, language)
    const { objectId, objectName, violationEvent, deptId, position, lng, lat, alarmType } = found
    const isOfFacility = objectType === ObjectType.facility && (await findFacility(tx, viewer, objectId, language))
    return {
      kind,
      id,
      isOpen: alarmType === AlarmType.pending || alarmType === AlarmType.real,
      start: {
        content: `${objectName} ${violationEvent}`,
        deptId,
        position,
        img: '',
        ...(isOfFacility && { facilityId: objectId }),
        ...placeOf({ lng, lat }),
      },
    }
  }

const finders: Record<CauseKind, Find> = {
  [CauseKind.personViolation]: findViolationCause(ObjectType.person),
  [CauseKind.vehicleViolation]: findViolationCause(ObjectType.vehicle),
  [CauseKind.facilityAlarm]: findViolationCause(ObjectType.facility),
  async [CauseKind.publicEvent](tx, viewer, { kind, id }) {
    const found = await findComplaint(tx, viewer, id, false)
    if (!found) return undefined
    const { facilityId, deptId, position, content, url: img, status } = found
    return { kind, id, isOpen: status !== ComplaintStatus.handled, start: { content, deptId, position, img, facilityId } }
  },
  async [CauseKind.inspection](tx, viewer, { kind, id }, language) {
    const found = await findInspectionDetail(tx, viewer, id, language)
    if (!found) return undefined
    const { deptId, position, eventContent: content, img, status, lng, lat } = found
    const start = { content, deptId, position, img, ...placeOf({ lng, lat }) }
    return { kind, id, isOpen: status !== InspectionStatus.closed, start }
  },
  async [CauseKind.can](tx, viewer, { kind, id }, language) {
    const known = facilityId.safeParse(id)
    const found = known.success ? await findFacility(tx, viewer, id, language) : undefined
    if (found?.facilityType !== canType) return undefined
    const { name, deptId, address: position } = found
    const [fill] = await findLatestOfMany(tx, viewer.tenantId, [id], Metric.fill)
    const content = fill ? say(language, 'cleaning:cause.canAt', { name, fill: fill.value }) : name
    return { kind, id, isOpen: true, start: { content, deptId, position, img: '', facilityId: id } }
  },
}

const placeOf = ({ lng, lat }: { lng: number | null; lat: number | null }) => (lng === null || lat === null ? {} : { lng, lat })

/** Locks the state of a cause until the transaction ends: nobody answers, judges or closes it meanwhile. */
async function lockState(tx: Tx, viewer: Viewer, { kind, id }: Cause) {
  if (kind === CauseKind.publicEvent) await lockComplaint(tx, viewer, id)
  else if (kind === CauseKind.inspection) await lockInspection(tx, viewer, id)
  else if (kind !== CauseKind.can) await lockViolations(tx, viewer, [id])
}

/** The cause of a new report. Refuses one that is not in the viewer's scope, is dealt with, or has an open report; the second of two people is told of the first. */
export async function takeCause(tx: Tx, viewer: Viewer, cause: Cause, language: Language): Promise<FoundCause> {
  const seen = await findCause(tx, viewer, cause, language)
  if (!seen || !mayUse(viewer, seen.start.deptId)) throw new Refused(409, 'cleaning:refusal.causeGone', {}, { field: 'cause' })
  await lockCause(tx, viewer.tenantId, seen)
  await lockState(tx, viewer, seen)
  const found = await findCause(tx, viewer, seen, language)
  if (!found?.isOpen) throw conflict('cleaning:refusal.causeOver')
  const open = await findOpenWork(tx, viewer.tenantId, found)
  if (open) throw conflict('cleaning:refusal.causeTaken', { who: open.reporter, when: open.reportTime, code: open.code })
  return found
}

/** The reports that a cause led to, as everybody sees them who sees the cause. */
export async function workFrom(tx: Tx, viewer: Viewer, cause: Cause) {
  const { tenantId, userId } = viewer
  return (await findWork(tx, tenantId, cause)).map((report) => {
    const isInSight = mayUse(viewer, report.deptId) || report.assigneeId === userId || report.reporterId === userId
    return { ...report, isInSight, ...(!isInSight && { img: '', processImg: '' }) }
  })
}
