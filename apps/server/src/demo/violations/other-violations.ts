import { pick, seeded, whole } from '@huanwei/city/random'
import { FacilityType } from '@huanwei/contract/dictionaries/codes'
import { ObjectType } from '@huanwei/contract/objects'
import { Severity } from '@huanwei/contract/rules/codes'
import { dayMs } from '@huanwei/contract/time'
import { AlarmType, ExecutedAction } from '@huanwei/contract/violations/codes'
import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import type { facilities } from '../../features/facilities/table.ts'
import { users } from '../../features/users/table.ts'
import { timeText } from '../../lib/time.ts'
import type { Department } from '../organisation.ts'
import { type PastViolation, verdictsOn } from './history.ts'

type Facility = typeof facilities.$inferSelect
type Kind = { event: string; severity: Severity; seconds: readonly [number, number] }

const ofPeople: readonly Kind[] = [
  { event: '脱离岗位', severity: Severity.alarm, seconds: [600, 5400] },
  { event: '超出作业区域', severity: Severity.alarm, seconds: [120, 2400] },
  { event: '停留超时', severity: Severity.warning, seconds: [1200, 3600] },
  { event: '迟到', severity: Severity.warning, seconds: [300, 2700] },
  { event: '早退', severity: Severity.warning, seconds: [300, 2700] },
  { event: '工牌低电量', severity: Severity.warning, seconds: [60, 600] },
  { event: 'SOS 求助', severity: Severity.alarm, seconds: [30, 600] },
]
const silence: Kind = { event: '设备离线', severity: Severity.warning, seconds: [600, 21_600] }
const gases: readonly Kind[] = [
  { event: '氨气超标', severity: Severity.alarm, seconds: [300, 5400] },
  { event: '硫化氢超标', severity: Severity.alarm, seconds: [300, 5400] },
]
/** By the type of the facility: what its sensors can find. */
const ofFacilities: Record<string, readonly Kind[]> = {
  [FacilityType.publicToilet]: [...gases, silence, { event: '客流超限', severity: Severity.warning, seconds: [600, 5400] }],
  [FacilityType.transferStation]: [...gases, silence],
  [FacilityType.can]: [silence, { event: '垃圾满溢', severity: Severity.alarm, seconds: [900, 10_800] }],
}

const days = 30
const perDay = 20
/** Share of the last three days' violations that still wait, so that every queue has some. */
const leftShare = 0.6
const secondMs = 1000

/** Violations of people and facilities in the days before `now`. They refer to no rule, because nothing was measured then. */
export async function otherViolations(tx: Tx, crews: readonly Department[], places: readonly Facility[], now: Date) {
  const people = await tx
    .select({ id: users.id, name: users.name, deptId: users.deptId })
    .from(users)
    .where(
      and(
        eq(users.tenantId, 1),
        inArray(
          users.deptId,
          crews.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(users.id)
  const random = seeded(20_261_121)
  const nameOf = new Map(crews.map(({ id, name }) => [id, name]))
  const found: PastViolation[] = []
  for (let n = days * perDay; n > 0; n--) {
    const place = pick(random, places)
    const isPerson = random() < 0.5 && people.length > 0
    const person = pick(random, people)
    const { event, severity, seconds } = pick(random, isPerson ? ofPeople : (ofFacilities[place.facilityType] ?? [silence]))
    const at = now.getTime() - Math.floor(random() * days * dayMs) - 6 * 3600 * secondMs
    const end = at + whole(random, ...seconds) * secondMs
    const isLeft = now.getTime() - end < 3 * dayMs && random() < leftShare
    const verdicts = isLeft ? [] : verdictsOn(random, end, now.getTime())
    const deptId = isPerson ? person.deptId : place.deptId
    found.push({
      violation: {
        tenantId: 1,
        createTime: timeText(at),
        endTime: timeText(end),
        lastTime: timeText(end),
        ruleId: 0,
        deviceId: 0,
        ...(isPerson
          ? { objectType: ObjectType.person, objectId: person.id, objectName: person.name, objectTypeValue: '1' }
          : { objectType: ObjectType.facility, objectId: place.id, objectName: place.name, objectTypeValue: place.facilityType }),
        deptId,
        deptName: nameOf.get(deptId) ?? '',
        violationEvent: event,
        severity,
        position: place.address,
        lng: place.lng,
        lat: place.lat,
        measure: null,
        limit: null,
        peak: null,
        executeAction: ExecutedAction.recorded,
        alarmType: verdicts.at(-1)?.alarmType ?? AlarmType.pending,
      },
      verdicts,
    })
  }
  return found
}
