import { FacilityType } from '@huanwei/contract/dictionaries/codes'
import type { Tx } from '../db/connect.ts'
import { boxes } from '../features/boxes/table.ts'
import type { facilities } from '../features/facilities/table.ts'

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
