import type { Deadline } from '../deadlines/rules.ts'
import { minuteMs } from '../time.ts'
import { InspectionStatus, InspectionTab } from './codes.ts'
import type { Inspection as Listed } from './endpoints.ts'

export type InspectionAct = 'feedback' | 'return' | 'close'
export type InspectionRefusal =
  | 'inspectionClosed'
  | 'inspectionWaits'
  | 'inspectionFedBack'
  | 'notResponsible'
  | 'notReporter'
  | 'reasonMissing'

type Inspection = { status: InspectionStatus; responsibleId: number; reportPersonId: number }
/** `mayHandle`: holds `inspection_handle` in scope. */
type Actor = { userId: number; mayHandle: boolean; remark: string }

export type InspectionState = { status: InspectionStatus; ifReturn: 1 | null }

/** The act that a change to this status means; undefined when it is none: pending without being returned. Pure. */
export function actOf(status: InspectionStatus, ifReturn: 1 | null | undefined): InspectionAct | undefined {
  if (status === InspectionStatus.waiting) return ifReturn === 1 ? 'return' : undefined
  return status === InspectionStatus.fedBack ? 'feedback' : 'close'
}

/** The tab that an inspection which stands so belongs to. Pure. */
export function tabOf({ status, ifReturn }: InspectionState): InspectionTab {
  return status === InspectionStatus.waiting && ifReturn === 1 ? InspectionTab.returned : status
}

/** The tabs that a list asked for by status and ifReturn shows; undefined for all of them. What was returned waits again. Pure. Source: spec 2, section 4.3. */
export function tabsAsked(status: number | undefined, ifReturn: 1 | undefined): number[] | undefined {
  const ofStatus = status === InspectionStatus.waiting ? [InspectionTab.waiting, InspectionTab.returned] : [status]
  const asked = status === undefined ? undefined : ofStatus.filter((tab) => tab !== undefined)
  if (ifReturn === undefined) return asked
  return asked === undefined || asked.includes(InspectionTab.returned) ? [InspectionTab.returned] : []
}

/** Decides whether an inspection may be removed: only while nobody has answered it, by its reporter or a handler. Pure. */
export function decideRemoval(
  { status, reportPersonId, isAnswered }: { status: InspectionStatus; reportPersonId: number; isAnswered: boolean },
  { userId, mayHandle }: Omit<Actor, 'remark'>,
): { refusal: InspectionRefusal } | 'may' {
  if (status === InspectionStatus.closed) return { refusal: 'inspectionClosed' }
  if (isAnswered) return { refusal: 'inspectionFedBack' }
  return mayHandle || userId === reportPersonId ? 'may' : { refusal: 'notReporter' }
}

/**
 * Returns the state of an inspection after `act`, or the refusal. Feedback is the responsible person's, return and close the reporter's;
 * a handler may do either. Pure. Source: spec 2, section 4.3; spec 3, section 10.
 */
export function decide(
  { status, responsibleId, reportPersonId }: Inspection,
  act: InspectionAct,
  { userId, mayHandle, remark }: Actor,
): { next: InspectionState } | { refusal: InspectionRefusal } {
  if (status === InspectionStatus.closed) return { refusal: 'inspectionClosed' }
  if (act === 'feedback') {
    if (status !== InspectionStatus.waiting) return { refusal: 'inspectionFedBack' }
    if (!mayHandle && userId !== responsibleId) return { refusal: 'notResponsible' }
    return { next: { status: InspectionStatus.fedBack, ifReturn: null } }
  }
  if (status !== InspectionStatus.fedBack) return { refusal: 'inspectionWaits' }
  if (!mayHandle && userId !== reportPersonId) return { refusal: 'notReporter' }
  if (act === 'close') return { next: { status: InspectionStatus.closed, ifReturn: null } }
  if (remark.trim() === '') return { refusal: 'reasonMissing' }
  return { next: { status: InspectionStatus.waiting, ifReturn: 1 } }
}

/** Minutes from the report to the feedback, floored; both epoch ms. Source: spec 2, section 9. */
export const disposeMinutes = (reported: number, fedBack: number) => Math.floor((fedBack - reported) / minuteMs)

/** Values that an assessment item brings into a report. Hours are the time limit. */
type Standard = { businessTypes: readonly [string, ...string[]]; score: number; hours: number }

/**
 * By the values of the dictionary `assessment_standard` that a new organisation has: the kinds of work that it assesses, the usual one first, with the
 * usual score and time limit, which a person may change. Other items bring nothing. Source: docs/decisions, 31.
 */
const standards: Readonly<Record<string, Standard>> = {
  1: { businessTypes: ['1'], score: 1, hours: 2 },
  2: { businessTypes: ['1'], score: 2, hours: 4 },
  3: { businessTypes: ['2', '1'], score: 2, hours: 2 },
  4: { businessTypes: ['2'], score: 2, hours: 4 },
  5: { businessTypes: ['3'], score: 2, hours: 2 },
  6: { businessTypes: ['4', '3'], score: 2, hours: 24 },
  7: { businessTypes: ['5', '2'], score: 2, hours: 4 },
  8: { businessTypes: ['5'], score: 1, hours: 1 },
}

export const standardOf = (assessmentStandard: string): Standard | undefined =>
  Object.hasOwn(standards, assessmentStandard) ? standards[assessmentStandard] : undefined

/** True when an item assesses this kind of work; items of which nothing is known assess every kind. Pure. */
export function assesses(assessmentStandard: string, businessType: string) {
  const standard = standardOf(assessmentStandard)
  return !standard || standard.businessTypes.includes(businessType)
}

type Dated = Pick<Listed, 'soonTime' | 'dueTime' | 'status' | 'feedbackTime'>
/** Feedback is to be given by then, also after a return. Pure. */
export const inspectionDeadline = ({ soonTime, dueTime, status, feedbackTime }: Dated): Deadline => ({
  soonTime,
  dueTime,
  isOpen: status === InspectionStatus.waiting,
  doneTime: feedbackTime,
})
