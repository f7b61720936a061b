import { listFacilities } from '@huanwei/contract/facilities/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { departmentsFor } from '../../lib/scope.ts'
import { serve } from '../../lib/serve.ts'
import { languageOf } from '../../lib/words.ts'
import { findFacilities } from './queries.ts'

export function facilityRoutes(app: FastifyInstance, db: Database) {
  serve(app, listFacilities, (filter, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      const departments = await departmentsFor(tx, viewer, filter.deptId)
      return findFacilities(tx, viewer, filter, departments, languageOf(headers))
    }),
  )
}
