import { pick, seeded, whole } from '@huanwei/city/random'
import { streetNear, streetNetwork } from '@huanwei/city/streets'
import { isInZone, type Team } from '@huanwei/city/teams'
import { ObjectType } from '@huanwei/contract/objects'
import { ConditionKind } from '@huanwei/contract/rules/codes'
import { measureOf } from '@huanwei/contract/rules/rules'
import { dayMs, shanghaiMs } from '@huanwei/contract/time'
import { AlarmType, ExecutedAction } from '@huanwei/contract/violations/codes'
import type { violations } from '../../features/violations/table.ts'
import type { Span } from '../../http/span.ts'
import { timeText } from '../../lib/time.ts'
import type { DemoAccount } from '../organisation.ts'
import type { LoadedRule } from '../rules.ts'
import { dictionaryValueOf, type LoadedVehicle } from '../vehicles.ts'

export type Verdict = { alarmType: AlarmType; remark: string; time: string }
/** A recipient of violations: of all (null) or of some departments. */
export type Recipient = DemoAccount & { departments: readonly number[] | null }
/** A past violation with its verdicts in order; none while it is pending. */
export type PastViolation = { violation: typeof violations.$inferInsert; verdicts: Verdict[] }

const historyDays = 30
/** Share of the last two days' violations that are still pending, per thousand. */
const pendingShare = 50

const secondMs = 1000
/** Weight of each hour of the day in Asia/Shanghai, from midnight. */
const hourWeights = [1, 1, 1, 1, 3, 5, 6, 7, 7, 6, 6, 5, 4, 4, 5, 6, 6, 5, 3, 3, 3, 2, 2, 1]
const hoursDrawn = hourWeights.flatMap((weight, hour) => Array.from({ length: weight }, () => hour))

/** Beginnings of rule names, repeated by their frequency. */
const kinds = [
  ...Array.from({ length: 30 }, () => '车辆超速'),
  ...Array.from({ length: 22 }, () => '洗扫车超速'),
  ...Array.from({ length: 18 }, () => '驶离作业区'),
  ...Array.from({ length: 8 }, () => '终端超速报警'),
  ...Array.from({ length: 9 }, () => '作业时段离线'),
  ...Array.from({ length: 7 }, () => '疲劳驾驶'),
  ...Array.from({ length: 3 }, () => '紧急报警'),
  ...Array.from({ length: 3 }, () => '主电源断电'),
]

const realRemarks = ['已电话提醒驾驶员', '已通知班组长批评教育', '核实属实，计入考核', '驾驶员已确认', '']
const falseSystemRemarks = ['定位漂移', '终端误报', '信号不稳定，核实无异常']
const falseDispatchRemarks = ['临时支援其他路段', '应急调度任务', '前往加水点', '前往中转站倾倒']

/** Duration in seconds of a violation of the rule, and for speeding the limit and peak. */
function measured(random: () => number, { condition }: LoadedRule) {
  switch (condition.kind) {
    case ConditionKind.speeding:
      return { seconds: whole(random, 12, 150), limit: condition.limit, peak: condition.limit + whole(random, 2, 19) }
    case ConditionKind.outOfArea:
      return { seconds: whole(random, 70, 1500), limit: null, peak: null }
    case ConditionKind.offline:
      return { seconds: whole(random, 900, 5400), limit: condition.after, peak: null }
    default:
      return { seconds: whole(random, 10, 600), limit: null, peak: null }
  }
}

/** Verdicts until `now` on an event that ended at `end` (epoch ms); empty while it is pending. */
export function verdictsOn(random: () => number, end: number, now: number): Verdict[] {
  const first = end + whole(random, 120, 6 * 3600) * secondMs
  const isRecent = now - end < 2 * dayMs
  if (first >= now || (isRecent && random() * 1000 < pendingShare)) return []
  const draw = random()
  const verdict =
    draw < 0.72
      ? { alarmType: AlarmType.real, remark: pick(random, realRemarks) }
      : draw < 0.86
        ? { alarmType: AlarmType.falseSystem, remark: pick(random, falseSystemRemarks) }
        : { alarmType: AlarmType.falseDispatch, remark: pick(random, falseDispatchRemarks) }
  const verdicts: Verdict[] = [{ ...verdict, time: timeText(first) }]
  const second = first + whole(random, 300, 20_000) * secondMs
  if (random() < 0.02 && second < now)
    verdicts.push({ alarmType: AlarmType.revoked, remark: '复核后撤销', time: timeText(second) })
  return verdicts
}

/** Returns a function that picks a street corner on a team's ground, with its name. */
export function places() {
  const { nodes } = streetNetwork()
  const known = new Map<Team, { lng: number; lat: number; text: string }[]>()
  return (random: () => number, team: Team) => {
    let list = known.get(team)
    if (!list) {
      list = nodes
        .filter(({ lng, lat }) => isInZone(team, lng, lat, 0.95))
        .map(({ lng, lat }) => ({ lng, lat, text: streetNear(lng, lat) }))
      known.set(team, list)
    }
    return pick(random, list)
  }
}

type Past = {
  tenantId: number
  fleet: readonly LoadedVehicle[]
  rules: readonly LoadedRule[]
  /** Names of departments by id. */
  deptNames: ReadonlyMap<number, string>
  perDay: number
}

/** The violations of the days before `now`, oldest first. Deterministic for the same `now`. */
export function pastViolations({ tenantId, fleet, rules, deptNames, perDay }: Past, now: Date): PastViolation[] {
  const random = seeded(20_260_807 + tenantId)
  const placeOf = places()
  const today = Math.floor((now.getTime() + shanghaiMs) / dayMs) * dayMs - shanghaiMs
  const drawn: (PastViolation & { at: number })[] = []
  /** Nobody does two things at once: when each vehicle does one. */
  const busy = new Map<number, Span[]>()
  for (let day = historyDays; day >= 0; day--)
    for (let n = whole(random, Math.ceil(perDay * 0.92), Math.floor(perDay * 1.08)); n > 0; n--) {
      const one = pick(random, fleet)
      const kind = pick(random, kinds)
      const rule = rules.find(
        ({ name, deptIds, objectIds }) =>
          name.endsWith(kind) &&
          (!deptIds.length || deptIds.includes(one.deptId)) &&
          (!objectIds.length || objectIds.includes(one.id)),
      )
      const at = today - day * dayMs + (pick(random, hoursDrawn) * 3600 + whole(random, 0, 3599)) * secondMs
      if (!rule) continue
      const { seconds, limit, peak } = measured(random, rule)
      const end = at + seconds * secondMs
      const place = placeOf(random, one.vehicle.team)
      const verdicts = verdictsOn(random, end, now.getTime())
      if (end >= now.getTime() - 60 * secondMs) continue
      const others = busy.get(one.id) ?? []
      if (others.some(({ from, to }) => at <= to && end >= from)) continue
      busy.set(one.id, [...others, { from: at, to: end }])
      const violation = {
        tenantId,
        createTime: timeText(at),
        endTime: timeText(end),
        lastTime: timeText(end),
        ruleId: rule.id,
        deviceId: one.deviceId,
        objectType: ObjectType.vehicle,
        objectId: one.id,
        objectName: one.vehicle.plate,
        objectTypeValue: dictionaryValueOf(one.vehicle.type),
        deptId: one.deptId,
        deptName: deptNames.get(one.deptId) ?? '',
        violationEvent: rule.name,
        severity: rule.severity,
        position: place.text,
        lng: place.lng,
        lat: place.lat,
        measure: measureOf(rule.condition),
        limit,
        peak,
        executeAction: rule.voiceText ? ExecutedAction.readAloud : ExecutedAction.recorded,
        alarmType: verdicts.at(-1)?.alarmType ?? AlarmType.pending,
      }
      drawn.push({ at, violation, verdicts })
    }
  return drawn.sort((a, b) => a.at - b.at)
}
