import { Tier } from '@huanwei/contract/emergencies/codes'

/** People of a tenant who can be told of emergencies. */
export type Roster = {
  /** People who may handle an emergency in each department. */
  handlers: ReadonlyMap<number, readonly number[]>
  /** People with a shift at other hours only. Who has no shift is on duty. */
  offDuty: ReadonlySet<number>
  administrators: readonly number[]
}

type Waiting = { tier: Tier | null; deptId: number }

/** The next tier in which there is somebody, and its people; the last tier where there is nobody left. Administrators come last, whatever else they are. */
export function nextTier(
  { tier, deptId }: Waiting,
  { handlers, offDuty, administrators }: Roster,
): { tier: Tier; userIds: number[] } {
  const others = (handlers.get(deptId) ?? []).filter((userId) => !administrators.includes(userId))
  const tiers = [
    { tier: Tier.onDuty, userIds: others.filter((userId) => !offDuty.has(userId)) },
    { tier: Tier.offDuty, userIds: others.filter((userId) => offDuty.has(userId)) },
    { tier: Tier.administrators, userIds: [...administrators] },
  ]
  const left = tiers.filter((one) => tier === null || one.tier > tier)
  return left.find(({ userIds }) => userIds.length) ?? { tier: Tier.administrators, userIds: [] }
}
