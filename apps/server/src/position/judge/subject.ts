import { ObjectType } from '@huanwei/contract/objects'
import type { RuleToEvaluate } from './conditions.ts'

/** Table from which a rule takes its fixes: `alarm` are those of an organisation's video server. */
export type FixSource = 'position' | 'reading' | 'alarm'
export const sourceOf = (objectType: ObjectType): FixSource => (objectType === ObjectType.facility ? 'reading' : 'position')

/** A terminal on an object with rules, and the rules that apply to it. */
export type WatchedTerminal = {
  tenantId: number
  /** Negative, and that of its vehicle, for the device of a video server. */
  deviceId: number
  objectType: ObjectType
  objectId: number
  objectName: string
  /** Value in the dictionary of the types of such objects. */
  objectTypeValue: string
  deptId: number
  deptName: string
  source: FixSource
  rules: readonly RuleToEvaluate[]
}

/** True for a terminal that does what a rule asks of it: what a video server has is not told by rules. */
export const isCommanded = ({ source }: Pick<WatchedTerminal, 'source'>) => source !== 'alarm'
