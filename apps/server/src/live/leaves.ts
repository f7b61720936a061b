import { Status } from '@huanwei/contract/live/codes'
import { isOnline } from '@huanwei/contract/live/rules'
import type { Entry } from './latest.ts'

/** What is written after a leaf's head: its status with what closes it; undefined for one without a location. */
export type End = Uint8Array | undefined

const nowhere = Buffer.from('null}')
const ends = new Map<Status, readonly [off: Uint8Array, on: Uint8Array]>(
  Object.values(Status).map((status) => {
    const text = (acc: 0 | 1) => Buffer.from(`${status},"statusAcc":"${acc}","terminalPassageways":[]}}`)
    return [status, [text(0), text(1)]]
  }),
)

/** None for a vehicle that is offline, as the statistics rule expects. */
export function endOf({ live, terminalNo }: Entry): End {
  return isOnline(live.status) && terminalNo !== null ? ends.get(live.status)?.[live.acc ? 1 : 0] : undefined
}

export function* leafParts(entry: Entry, end: End): Generator<Uint8Array> {
  entry.leaf ??= leafOf(entry)
  const { head, location } = entry.leaf
  yield head
  if (end) yield location
  yield end ?? nowhere
}

/** A leaf without its status. */
function leafOf({ id, deptId: parentId, plateNumber, name, initials, vehicleType, vehicleCamera, terminalNo }: Entry) {
  const label = name ? `${plateNumber} ${name}` : plateNumber
  const facts = {
    id,
    parentId,
    isParent: false,
    label,
    name: name || plateNumber,
    plateNumber,
    initials,
    vehicleType,
    vehicleCamera,
  }
  return {
    head: Buffer.from(`${JSON.stringify(facts).slice(0, -1)},"locationData":`),
    location: Buffer.from(`{"deviceId":"${terminalNo}","videoDeviceId":null,"status":`),
  }
}
