import { hourMs, minuteMs } from '../time.ts'
import { EmergencyState } from './codes.ts'
import type { Emergency } from './endpoints.ts'

/** An emergency that nobody acknowledges goes to the next tier after this time, ms. Source: spec 3, section 21. */
export const escalateMs = minuteMs
/** One that nobody acknowledges at all ends by itself after this time, ms. */
export const lapseMs = 12 * hourMs
/** A call this long after the acknowledgement interrupts anew, ms. */
export const callAgainMs = 10 * minuteMs
/** A call that arrives later than this does not interrupt any more, ms. */
export const lateCallMs = hourMs

type State = { acknowledgement: object | null; closing: object | null }

/** Reason why an emergency cannot be acknowledged; undefined when it can. */
export function acknowledgeRefusal({ acknowledgement, closing }: State) {
  return closing ? 'closed' : acknowledgement ? 'acknowledged' : undefined
}

/** Reason why an emergency cannot be closed; undefined when it can. */
export function closeRefusal({ acknowledgement, closing }: State) {
  return closing ? 'closed' : acknowledgement ? undefined : 'notAcknowledged'
}

export function stateOf({ acknowledgement, closing }: Pick<Emergency, 'acknowledgement' | 'closing'>): EmergencyState {
  if (closing) return closing.by === '' ? EmergencyState.lapsed : EmergencyState.closed
  return acknowledgement ? EmergencyState.acknowledged : EmergencyState.waiting
}
