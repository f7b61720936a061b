import { Tier } from '@huanwei/contract/emergencies/codes'
import { expect, test } from 'vitest'
import { nextTier, type Roster } from './tiers.ts'

const roster: Roster = { handlers: new Map([[7, [1, 2, 3, 9]]]), offDuty: new Set([3]), administrators: [9] }
const { onDuty, offDuty, administrators } = Tier

test.each<[what: string, tier: Tier | null, roster: Roster, to: Tier, userIds: number[]]>([
  ['who is on duty or has no shift comes first', null, roster, onDuty, [1, 2]],
  ['then who is off duty', onDuty, roster, offDuty, [3]],
  ['then the administrators', offDuty, roster, administrators, [9]],
  ['a tier without people is left out', onDuty, { ...roster, offDuty: new Set() }, administrators, [9]],
  ['without anybody else the administrators come at once', null, { ...roster, handlers: new Map() }, administrators, [9]],
  ['without anybody at all it ends there', null, { ...roster, handlers: new Map(), administrators: [] }, administrators, []],
])('%s', (_, tier, people, to, userIds) => {
  expect(nextTier({ tier, deptId: 7 }, people)).toEqual({ tier: to, userIds })
})
