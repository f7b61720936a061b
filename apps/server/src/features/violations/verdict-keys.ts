import { AlarmType } from '@huanwei/contract/violations/codes'
import type { TextKey } from '@huanwei/words/messages'

/** The texts of the verdicts. */
export const verdictKeys = {
  [AlarmType.pending]: 'violations:verdict.pending',
  [AlarmType.real]: 'violations:verdict.real',
  [AlarmType.falseSystem]: 'violations:verdict.falseSystem',
  [AlarmType.falseDispatch]: 'violations:verdict.falseDispatch',
  [AlarmType.revoked]: 'violations:verdict.revoked',
} as const satisfies Record<AlarmType, TextKey>
