import type { Deadline } from '../deadlines/rules.ts'
import { type CauseKind, CleaningStatus } from './codes.ts'
import type { CleaningReport } from './endpoints.ts'

export type CleaningAct = 'assign' | 'process' | 'evaluate' | 'over'
export type CleaningRefusal = 'cleaningElsewhere' | 'notAssignee' | 'cleaningDenied'

/** Permissions of the actor: `clean_assign`, `clean_process`, `clean_evaluate`. */
export type CleaningActor = { userId: number; mayAssign: boolean; mayProcess: boolean; mayEvaluate: boolean }
type Report = { status: CleaningStatus; assigneeId: number | null; reporterId: number }

const { created, assigned, processed, evaluated, over } = CleaningStatus
const ways: Record<CleaningAct, { from: CleaningStatus; to: CleaningStatus }> = {
  assign: { from: created, to: assigned },
  process: { from: assigned, to: processed },
  evaluate: { from: processed, to: evaluated },
  over: { from: evaluated, to: over },
}

/** Returns the state of a cleaning report after `act`, or the refusal. Pure. Source: spec 3, sections 10 and 11. */
export function decide(
  { status, assigneeId }: Report,
  act: CleaningAct,
  { userId, mayAssign, mayProcess, mayEvaluate }: CleaningActor,
): { next: CleaningStatus } | { refusal: CleaningRefusal } {
  const { from, to } = ways[act]
  if (status !== from) return { refusal: 'cleaningElsewhere' }
  if (act === 'process') return mayProcess || userId === assigneeId ? { next: to } : { refusal: 'notAssignee' }
  return (act === 'assign' ? mayAssign : mayEvaluate) ? { next: to } : { refusal: 'cleaningDenied' }
}

/** States in which a report still has to be processed. */
export const beforeProcessing: readonly CleaningStatus[] = [created, assigned]

/** Decides whether a report may be removed: only before it is assigned. Pure. Source: spec 3, section 11. */
export function decideRemoval(
  { status, reporterId }: Report,
  { userId, mayAssign }: CleaningActor,
): 'may' | { refusal: CleaningRefusal } {
  if (status !== created) return { refusal: 'cleaningElsewhere' }
  return mayAssign || userId === reporterId ? 'may' : { refusal: 'cleaningDenied' }
}

/** The act that comes next, if it is this actor's to do. Pure. */
export const nextAct = (report: Report, actor: CleaningActor): CleaningAct | undefined =>
  cleaningActs.find((act) => 'next' in decide(report, act, actor))
export const cleaningActs = ['assign', 'process', 'evaluate', 'over'] as const satisfies CleaningAct[]

/**
 * The field of the photos that a report still lacks to be processed: one that was dispatched from something shows how it was before, in the photos of the
 * report or of the person who processes it, and how it is after. Pure.
 */
export function photoMissing(
  { causeKind, hasPhotos }: { causeKind: CauseKind | null; hasPhotos: boolean },
  given: { beforeImg: readonly string[]; processImg: readonly string[] },
): 'beforeImg' | 'processImg' | undefined {
  if (causeKind === null) return undefined
  if (!hasPhotos && given.beforeImg.length === 0) return 'beforeImg'
  return given.processImg.length === 0 ? 'processImg' : undefined
}

/** Names of the states in keys of texts. */
export const cleaningStatusWords = {
  [created]: 'created',
  [assigned]: 'assigned',
  [processed]: 'processed',
  [evaluated]: 'evaluated',
  [over]: 'over',
} as const satisfies Record<CleaningStatus, string>

type Dated = Pick<CleaningReport, 'soonTime' | 'dueTime' | 'status' | 'processTime'>
/** It is to be processed by then. Pure. */
export const cleaningDeadline = ({ soonTime, dueTime, status, processTime }: Dated): Deadline => ({
  soonTime,
  dueTime,
  isOpen: beforeProcessing.includes(status),
  doneTime: processTime,
})
