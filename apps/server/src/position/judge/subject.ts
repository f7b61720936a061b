import { ObjectType } from '@huanwei/contract/objects'
import type { RuleToEvaluate } from './conditions.ts'

/** Table from which a rule takes its fixes. */
export type FixSource = 'position' | 'reading'
export const sourceOf = (objectType: ObjectType): FixSource => (objectType === ObjectType.facility ? 'reading' : 'position')

/** A terminal on an object with rules, and the rules that apply to it. */
export type WatchedTerminal = {
  tenantId: number
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
