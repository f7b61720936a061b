import { FacilityType } from '@huanwei/contract/dictionaries/codes'
import { ObjectType } from '@huanwei/contract/objects'
import { dayMs } from '@huanwei/contract/time'
import type { Tx } from '../db/connect.ts'
import { boxes } from '../features/boxes/table.ts'
import { documents } from '../features/documents/table.ts'
import type { facilities } from '../features/facilities/table.ts'
import { timeText } from '../lib/time.ts'
import type { DemoPhotos } from './photos.ts'

/** Adds the box of each public toilet. */
export async function loadBoxes(tx: Tx, places: readonly (typeof facilities.$inferSelect)[], createTime: string) {
  const toilets = places.filter(({ facilityType }) => facilityType === FacilityType.publicToilet)
  await tx.insert(boxes).values(
    toilets.map(({ tenantId, id, name }, i) => ({
      tenantId,
      code: `HZ-${String(i + 1).padStart(4, '0')}`,
      name: `${name}盒子`,
      facilityId: id,
      model: 'GW-4G',
      sim: `89860${String(4_200_000_000_000 + i * 7919)}`,
      firmware: i % 5 ? '2.3.1' : '2.2.8',
      createTime,
    })),
  )
}

type Asset = { id: number }

/** Days until the insurance of each vehicle ends, and the number of reminders about it that were sent: two expire soon, one has expired. */
const insurances = [
  [20, 1],
  [5, 2],
  [-3, 3],
  [96, 0],
  [150, 0],
  [204, 0],
  [260, 0],
  [330, 0],
] as const

/** Adds insurances and licences of vehicles, and photos of facilities. */
export async function loadDocuments(
  tx: Tx,
  fleet: readonly Asset[],
  facilities: readonly Asset[],
  photos: DemoPhotos,
  now: Date,
) {
  const dayIn = (days: number) => timeText(now.getTime() + days * dayMs).slice(0, 10)
  const picture = (text: string, n: number) => photos.after(text, 2 * n)
  const ofVehicles = insurances.flatMap(([days, reminded], i) => {
    const vehicle = fleet[i * 7]
    if (!vehicle) return []
    const of = { tenantId: 1, objectType: ObjectType.vehicle, objectId: vehicle.id, files: picture('清扫', i) }
    return [
      { ...of, kind: '2', name: '商业险保单', expires: dayIn(days), reminded },
      { ...of, kind: '1', name: '行驶证' },
    ]
  })
  const ofFacilities = facilities.slice(0, 6).map(({ id }, i) => ({
    tenantId: 1,
    objectType: ObjectType.facility,
    objectId: id,
    files: picture('公厕', i),
    kind: '8',
    name: '外观照片',
  }))
  await tx.insert(documents).values([...ofVehicles, ...ofFacilities])
}
