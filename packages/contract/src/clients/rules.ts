import type { Endpoint } from '../endpoint.ts'

/** Prefix of open calls: a screen's call without its `/admin` follows. Source: spec 3, section 18. */
export const openPrefix = '/open/api/v1'

const screenPrefix = '/admin'

/** Nouns whose calls are open to clients, by the first part of the path. */
const openNouns: ReadonlySet<string> = new Set([
  'abnormalAttendanceAdjustment',
  'applyForHistoryRecord',
  'applyForRecord',
  'area',
  'assetDocument',
  'attendance',
  'box',
  'boxCalibration',
  'calendarDay',
  'dept',
  'device',
  'dict',
  'emergency',
  'facility',
  'garbageCan',
  'inspectEvent',
  'jobTaskPlan',
  'jobTaskRecord',
  'monitoringRule',
  'objectArea',
  'projectManage',
  'reading',
  'shift',
  'sysfacilitymonitoringrule',
  'sysusermonitoringrule',
  'tree',
  'vehicle',
  'vehicleMonitoringRule',
  'violationEvent',
  'wcComplaint',
  'wcReportToClean',
  'workPlan',
  'workTask',
])

/** Calls of these nouns that are about the person who asks. */
const personal: ReadonlySet<string> = new Set(['/admin/attendance/own', '/admin/applyForRecord/revoke'])

type Call = Pick<Endpoint, 'method' | 'path' | 'access' | 'reads' | 'takesFile' | 'bare'>

/**
 * Path of a call for clients of the open API; undefined for a call that is not open to them. A client reads what every screen reads, and changes
 * what a permission allows it to: it has no work, leave, messages or settings of its own, and makes neither accounts nor rights.
 */
export function openPathOf({ method, path, access, reads, takesFile, bare }: Call): string | undefined {
  const [, root, noun = ''] = path.split('/')
  if (`/${root}` !== screenPrefix || !openNouns.has(noun) || personal.has(path) || takesFile || bare) return undefined
  const onlyReads = method === 'GET' || reads
  if (access !== 'session' && typeof access !== 'object') return undefined
  return access === 'session' && !onlyReads ? undefined : openPrefix + path.slice(screenPrefix.length)
}

/** Parts of a call that HMAC-SHA256 signs: `path` with its query as sent, `timestamp` in ms, `bodyHash` the lower-case hex SHA-256 of the body's bytes. */
export type SignedCall = { method: string; path: string; timestamp: string; nonce: string; bodyHash: string }

/** The text under the signature. Source: spec 3, section 18. */
export const signedText = ({ method, path, timestamp, nonce, bodyHash }: SignedCall) =>
  [method, path, timestamp, nonce, bodyHash].join('\n')

/** Name of the method in the header `sign-method`; without the header a signature is the family's MD5. */
export const signMethod = 'HMAC-SHA256'
/** Difference between the clocks of client and server at most, ms. */
export const clockToleranceMs = 300_000
