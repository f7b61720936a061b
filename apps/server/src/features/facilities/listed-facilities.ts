import { FacilityType } from '@huanwei/contract/dictionaries/codes'
import type { Parsed } from '@huanwei/contract/endpoint'
import type { pageFacilities } from '@huanwei/contract/facilities/endpoints'
import type { Language } from '@huanwei/words/languages'
import type { Tx } from '../../db/connect.ts'
import type { PageRequest } from '../../db/keyset.ts'
import { departmentsFor } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import { findCollected } from '../readings/collections/queries.ts'
import { cubiclesOf, findIdsNow, type LiveFacilities } from './live-facts.ts'
import { findFacilityPage } from './queries.ts'

type Asked = Parsed<typeof pageFacilities> & PageRequest

/** One page of the facilities, with what is known of each now, and the total. */
export async function findListedFacilities(tx: Tx, viewer: Viewer, latest: LiveFacilities, filter: Asked, language: Language) {
  const { tenantId } = viewer
  const within = await departmentsFor(tx, viewer, filter.deptId)
  const ids = await findIdsNow(tx, latest, tenantId, filter)
  const { records, total } = await findFacilityPage(tx, viewer, { ...filter, ids }, within, language)
  const restaurants = records.filter(({ facilityType }) => facilityType === FacilityType.restaurant)
  const found = restaurants.length
    ? await findCollected(
        tx,
        tenantId,
        restaurants.map(({ id }) => id),
      )
    : []
  const collected = new Map(found.map((one) => [one.facilityId, one]))
  const known = latest.facilities.of(tenantId)
  return {
    total,
    records: records.map((row) => {
      const now = known.get(row.id)
      const { all, free } = now ? cubiclesOf(now) : { all: 0, free: 0 }
      const isRestaurant = row.facilityType === FacilityType.restaurant
      const { times, weight } = collected.get(row.id) ?? { times: 0, weight: 0 }
      return {
        ...row,
        cubiclesSensed: all || null,
        cubiclesFree: all ? free : null,
        collectedTimes: isRestaurant ? times : null,
        collectedWeight: isRestaurant ? weight : null,
      }
    }),
  }
}
