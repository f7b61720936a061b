import { AlarmType } from '@huanwei/contract/violations/codes'
import {
  getViolation,
  getViolationEvidence,
  judgeViolation,
  judgeViolations,
  listViolations,
} from '@huanwei/contract/violations/endpoints'
import { useAsk } from '../../../lib/send.ts'
import { doneOf } from '../../queues/desk/use-queue-act.ts'
import { messageCalls } from '../../queues/message-calls.ts'

/** Calls that show what a verdict changes. */
export const changedCalls = [...messageCalls, getViolation, getViolationEvidence, listViolations]

type Options = {
  /** The open violation, and those that have the same verdict. */
  ids: readonly [number, ...number[]]
  /** False when a storm may go with one. */
  isAlone: boolean
  /** True when each stands for its storm. */
  withStorm: boolean
}

/** Gives a verdict; resolves with the ids that have it, which are none when it was refused. A revocation is of the open one only. */
export function useDeskVerdict({ ids, isAlone, withStorm }: Options) {
  const one = useAsk(judgeViolation, changedCalls)
  const many = useAsk(judgeViolations, changedCalls)
  return async (alarmType: AlarmType, remark: string): Promise<number[]> => {
    const [id] = ids
    if (isAlone || alarmType === AlarmType.revoked) return (await one({ id, alarmType, notes: remark })) ? [id] : []
    return doneOf((await many({ ids: [...ids], alarmType, remark, withStorm })) ?? [])
  }
}
