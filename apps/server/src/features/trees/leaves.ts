import { Status } from '@huanwei/contract/live/codes'
import { isOnline } from '@huanwei/contract/live/rules'
import { ObjectType } from '@huanwei/contract/objects'
import type { LiveEntry } from '../../position/latest/object-store.ts'

/** JSON after a leaf's head: its status and closing brackets; undefined for one without a location. */
export type End = Uint8Array | undefined

const noLocation = Buffer.from('null}')
const ends = new Map<Status, readonly [off: Uint8Array, on: Uint8Array]>(
  Object.values(Status).map((status) => {
    const text = (acc: 0 | 1) => Buffer.from(`${status},"statusAcc":"${acc}"}}`)
    return [status, [text(0), text(1)]]
  }),
)

/** None for an object that is offline, as the statistics rule expects. */
export function endOf({ live, terminalNo }: LiveEntry): End {
  return isOnline(live.status) && terminalNo !== null ? ends.get(live.status)?.[live.acc ? 1 : 0] : undefined
}

export function* leafParts(entry: LiveEntry, end: End): Generator<Uint8Array> {
  entry.leaf ??= leafOf(entry)
  const { head, location } = entry.leaf
  yield head
  if (end) yield location
  yield end ?? noLocation
}

/** A leaf without its status. */
function leafOf(entry: LiveEntry) {
  const { id, deptId: parentId, initials, terminalNo } = entry
  const facts = { id, parentId, isParent: false, ...ownFacts(entry), initials }
  const videoDeviceId = JSON.stringify(videoTerminalOf(entry) ?? null)
  const passageways = JSON.stringify(channelsOf(entry))
  return {
    head: Buffer.from(`${JSON.stringify(facts).slice(0, -1)},"locationData":`),
    location: Buffer.from(
      `{"deviceId":${JSON.stringify(terminalNo)},"videoDeviceId":${videoDeviceId},"terminalPassageways":${passageways},"status":`,
    ),
  }
}

/** Fields of a leaf by its kind. */
function ownFacts(entry: LiveEntry) {
  const { name } = entry
  if (entry.objectType === ObjectType.person)
    return { label: name, name, isUser: true, roleIds: entry.roles.map(({ roleId }) => roleId) }
  if (entry.objectType === ObjectType.facility) return { label: name, name, isFacility: true, facilityType: entry.facilityType }
  const { plateNumber, vehicleType, vehicleCamera, hideChannel } = entry
  const label = name ? `${plateNumber} ${name}` : plateNumber
  return { label, name: name || plateNumber, plateNumber, vehicleType, vehicleCamera, hideChannel }
}

/** Number of the terminal that sends a vehicle's video; undefined without cameras. */
function videoTerminalOf(entry: LiveEntry) {
  if (entry.objectType !== ObjectType.vehicle || entry.vehicleCamera === 0) return undefined
  return entry.videoDeviceId || (entry.terminalNo ?? undefined)
}

/** The channels of a vehicle's cameras that are shown, from 1; none where no terminal sends them. */
export function channelsOf(entry: LiveEntry) {
  const deviceId = videoTerminalOf(entry)
  if (entry.objectType !== ObjectType.vehicle || deviceId === undefined) return []
  const { vehicleCamera, channelNames, hideChannel } = entry
  const channels = Array.from({ length: vehicleCamera }, (_, i) => ({
    passageway: i + 1,
    passagewayDescribe: channelNames[i] || `CH${i + 1}`,
    deviceId,
  }))
  return channels.filter(({ passageway }) => !hideChannel.includes(passageway))
}
