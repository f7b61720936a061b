import { seeded } from '@huanwei/city/random'
import { streetNear } from '@huanwei/city/streets'
import type { Team } from '@huanwei/city/teams'
import { minuteMs } from '@huanwei/contract/time'
import { firstInput } from '@huanwei/contract/work/rules'
import { StatusBit } from '@huanwei/terminal/messages/alarm'
import type { Tx } from '../db/connect.ts'
import type { Span } from '../http/span.ts'
import { momentOf } from '../lib/time.ts'
import { CopyRows, copyIn } from '../position/store/copy.ts'
import { columns, setTenants, writeRows } from '../position/store/position-rows.ts'
import { type DrivenFix, Driver, type Incident } from './driving/drive.ts'
import { type DutyOf, freeDuty } from './driving/duties.ts'
import { type Legs, legsOf } from './driving/legs.ts'
import { daysWithTracks } from './track-days.ts'
import type { LoadedVehicle } from './vehicles.ts'
import type { PastViolation } from './violations/history.ts'

/** Around a violation outside of these hours the vehicle works too, ms. */
const [leadMs, tailMs] = [20 * minuteMs, 10 * minuteMs]
/** The last fix is this old at the first start, ms: then the terminals themselves report. */
const restMs = minuteMs

export type Track = { deviceId: number; fixes: DrivenFix[] }

/** The ways of vehicles in the last days on their duties; the violations of these days are moved to where their vehicles were. */
export function pastTracks(
  fleet: readonly LoadedVehicle[],
  history: readonly PastViolation[],
  now: number,
  dutyOf: DutyOf = freeDuty,
): Track[] {
  const days = daysWithTracks(now)
  const from = Math.min(...days)
  const recent = history.filter(({ violation }) => beganAt(violation) >= from)
  const ofDevice = Map.groupBy(recent, ({ violation }) => violation.deviceId)
  const legs = new Map<Team, Legs>()
  return fleet.map((one) => {
    const { deviceId } = one
    const { team, index } = one.vehicle
    const streets = legs.get(team) ?? legsOf(team)
    legs.set(team, streets)
    const random = seeded(20_261_201 + index)
    const { spanOn, stints } = dutyOf(one, streets)
    const driver = new Driver({ team, legs: streets, stints, odometerKm: 8000 + index * 37 }, random)
    const past = ofDevice.get(deviceId) ?? []
    const usual = days.flatMap((day) => spanOn(day, random) ?? [])
    const further = past.map(({ violation }) => ({ from: beganAt(violation) - leadMs, to: endedAt(violation) + tailMs }))
    for (const span of joined([...usual, ...further], { from, to: now - restMs })) {
      const inside = past.filter(({ violation }) => beganAt(violation) >= span.from && beganAt(violation) < span.to)
      const places = driver.work(span, inside.map(incidentOf))
      for (const [i, place] of places.entries())
        Object.assign(inside[i]!.violation, place, { position: streetNear(place.lng, place.lat) })
    }
    return { deviceId, fixes: driver.fixes }
  })
}

type Violation = PastViolation['violation']
const beganAt = ({ createTime }: Violation) => momentOf(String(createTime))
const endedAt = ({ endTime }: Violation) => momentOf(String(endTime))

function incidentOf({ violation }: PastViolation): Incident {
  const { limit, peak } = violation
  const span = { at: beganAt(violation), end: endedAt(violation) }
  if (typeof limit === 'number' && typeof peak === 'number') return { ...span, kind: 'speeding', limit, peak }
  return { ...span, kind: typeof limit === 'number' ? 'silent' : 'other' }
}

/** Spans in order, those that meet as one, cut at the ends of `within`. */
function joined(spans: readonly Span[], within: Span): Span[] {
  const list: Span[] = []
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const cut = { from: Math.max(span.from, within.from), to: Math.min(span.to, within.to) }
    const last = list.at(-1)
    if (last && cut.from <= last.to) last.to = Math.max(last.to, cut.to)
    else if (cut.from < cut.to) list.push(cut)
  }
  return list
}

/** Vehicles whose fixes go in one statement. */
const together = 16
/** Location report. Source: spec 4, IV.4. */
const messageId = 0x0200
const status = (1 << StatusBit.accOn) | (1 << StatusBit.located)
/** IO word with the implement at work. */
const atWork = 1 << firstInput

/** Stores tracks as the reports that terminals would have sent. Their days need partitions. Returns the number of fixes. */
export async function storeTracks(tx: Tx, tenantId: number, tracks: readonly Track[]) {
  const rows = new CopyRows(4 * 1024 * 1024)
  let count = 0
  // PostgreSQL copies nothing into a table whose rows are guarded from its own role.
  const { rows: guards } = await tx.$client.query<{ isGuarded: boolean }>(`select row_security_active('position') as "isGuarded"`)
  const isGuarded = guards.some((one) => one.isGuarded)
  const table = isGuarded ? 'demo_position' : 'position'
  if (isGuarded) await tx.$client.query(`create temp table ${table} (like position) on commit drop`)
  for (let at = 0; at < tracks.length; at += together) {
    const part = tracks.slice(at, at + together)
    const tenants = new Map(part.map(({ deviceId }) => [deviceId, tenantId]))
    rows.clear()
    const places = writeRows(part.flatMap(reportsOf), () => rows)
    setTenants(places, tenants)
    count += places.length
    await copyIn(tx.$client, `copy ${table} (${columns}) from stdin (format binary)`, rows)
  }
  if (isGuarded) await tx.$client.query(`insert into position (${columns}) select ${columns} from ${table}; drop table ${table}`)
  return count
}

const reportsOf = ({ deviceId, fixes }: Track) =>
  fixes.map(({ km, isOn, ...fix }, i) => ({
    deviceId,
    messageId,
    serial: i % 65_536,
    receivedAt: fix.time,
    locations: [
      {
        ...fix,
        alarm: 0,
        status,
        altitude: 500,
        additions: {
          mileageKm: km,
          satellites: 12,
          signalStrength: 28,
          activeSafety: [],
          raw: [],
          ...(isOn && { ioStatus: atWork }),
        },
      },
    ],
    settle: () => undefined,
  }))
