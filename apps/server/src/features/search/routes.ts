import { longId } from '@huanwei/contract/fields'
import { findObjects, search } from '@huanwei/contract/search/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { serve } from '../../http/serve.ts'
import { searchFacilities, searchPeople, searchVehicles, searchViolations } from './queries.ts'

export function searchRoutes(app: FastifyInstance, db: Database) {
  serve(app, search, ({ text }, viewer) =>
    db.within(viewer, async (tx) => {
      const number = longId.safeParse(text)
      return {
        vehicles: await searchVehicles(tx, viewer, text),
        people: await searchPeople(tx, viewer, text),
        facilities: await searchFacilities(tx, viewer, text),
        violations: number.success ? await searchViolations(tx, viewer, number.data) : [],
      }
    }),
  )

  serve(app, findObjects, ({ vehicleIds, userIds, facilityIds }, viewer) =>
    db.within(viewer, async (tx) => ({
      vehicles: vehicleIds ? await searchVehicles(tx, viewer, vehicleIds) : [],
      people: userIds ? await searchPeople(tx, viewer, userIds) : [],
      facilities: facilityIds ? await searchFacilities(tx, viewer, facilityIds) : [],
    })),
  )
}
