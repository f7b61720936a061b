import type { Deadline } from '../deadlines/rules.ts'
import { ComplaintStatus } from './codes.ts'
import type { Complaint } from './endpoints.ts'

export type ComplaintRefusal = 'complaintHandled' | 'replyMissing'

/** Decides whether a public event at `status` takes this reply. Pure. Source: spec 1, sections 4 and 5. */
export function decide(status: ComplaintStatus, reply: string): { next: ComplaintStatus } | { refusal: ComplaintRefusal } {
  if (status === ComplaintStatus.handled) return { refusal: 'complaintHandled' }
  if (reply.trim() === '') return { refusal: 'replyMissing' }
  return { next: ComplaintStatus.handled }
}

/** Further from the facility than this, metres, a phone that is located to 100 m was not at its sticker. */
const farMetres = 500

/** Reasons for a check before somebody is sent. */
export const doubtsAbout = ({ distance, isFlood }: { distance: number | null; isFlood: boolean }) => ({
  far: distance !== null && distance > farMetres ? distance : undefined,
  isFlood,
})

/** Personal data as those see it who may not: enough to tell two apart. `张三丰` → `张**`, `13812345678` → `138****5678`. */
export function masked(text: string) {
  if (text.length > 7) return text.slice(0, 3) + '*'.repeat(text.length - 7) + text.slice(-4)
  return text.slice(0, 1) + '*'.repeat(Math.max(0, text.length - 1))
}

type Dated = Pick<Complaint, 'soonTime' | 'dueTime' | 'status' | 'resultTime'>
/** It is to be answered by then. Pure. */
export const complaintDeadline = ({ soonTime, dueTime, status, resultTime }: Dated): Deadline => ({
  soonTime,
  dueTime,
  isOpen: status !== ComplaintStatus.handled,
  doneTime: resultTime,
})
