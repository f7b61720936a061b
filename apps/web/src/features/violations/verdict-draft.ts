import { AlarmType } from '@huanwei/contract/violations/codes'

/** What the person has filled in so far. */
export type VerdictDraft = {
  kind?: 'real' | 'false'
  /** Of a false alarm. */
  reason?: typeof AlarmType.falseSystem | typeof AlarmType.falseDispatch
  remark: string
}
export const emptyDraft: VerdictDraft = { remark: '' }

/** Text that closing would lose. */
export const isUnsent = ({ remark }: VerdictDraft) => remark.trim() !== ''

/** What to send, or which field is missing. The remark goes with a false alarm only. Source: spec 2, section 4.1. */
export function verdictOf({
  kind,
  reason,
  remark,
}: VerdictDraft): { alarmType: AlarmType; notes: string } | { missing: 'kind' | 'reason' } {
  if (!kind) return { missing: 'kind' }
  if (kind === 'real') return { alarmType: AlarmType.real, notes: '' }
  return reason === undefined ? { missing: 'reason' } : { alarmType: reason, notes: remark.trim() }
}
