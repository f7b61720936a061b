import { longId } from '@huanwei/contract/fields'
import { search } from '@huanwei/contract/search/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { serve } from '../../http/serve.ts'
import { searchPeople, searchVehicles, searchViolations } from './queries.ts'

export function searchRoutes(app: FastifyInstance, db: Database) {
  serve(app, search, ({ text }, viewer) =>
    db.within(viewer, async (tx) => {
      const number = longId.safeParse(text)
      return {
        vehicles: await searchVehicles(tx, viewer, text),
        people: viewer.permissions.has('sys_user_view') ? await searchPeople(tx, viewer, text) : [],
        violations: number.success ? await searchViolations(tx, viewer, number.data) : [],
      }
    }),
  )
}
