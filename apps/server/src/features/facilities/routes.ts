import { canType } from '@huanwei/contract/dictionaries/codes'
import {
  addFacility,
  changeFacility,
  getFacility,
  getKnownFacilities,
  listFacilities,
  moveFacilities,
  pageFacilities,
  removeFacilities,
  removeFacility,
} from '@huanwei/contract/facilities/endpoints'
import { pageOf } from '@huanwei/contract/page'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { departmentsFor } from '../../db/scope.ts'
import { languageOf } from '../../http/language.ts'
import { serve } from '../../http/serve.ts'
import { changePlace, enterPlace, movePlaces, mustFindPlace, removePlace, removePlaces } from './enter-facility.ts'
import { findListedFacilities } from './listed-facilities.ts'
import type { LiveFacilities } from './live-facts.ts'
import { findFacilities, findKnownFacilities } from './queries.ts'

type Parts = { db: Database; latest: LiveFacilities }

export function facilityRoutes(app: FastifyInstance, { db, latest }: Parts) {
  serve(app, listFacilities, (filter, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      const departments = await departmentsFor(tx, viewer, filter.deptId)
      return findFacilities(tx, viewer, filter, departments, languageOf(headers))
    }),
  )

  serve(app, pageFacilities, (filter, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      const { records, total } = await findListedFacilities(tx, viewer, latest, filter, languageOf(headers))
      return pageOf(records, total, filter)
    }),
  )

  serve(app, getKnownFacilities, (asked, viewer, { headers }) =>
    db.within(viewer, (tx) => findKnownFacilities(tx, viewer, asked, languageOf(headers))),
  )

  serve(app, getFacility, ({ id }, viewer, { headers }) =>
    db.within(viewer, (tx) => mustFindPlace(tx, viewer, id, languageOf(headers))),
  )

  serve(app, addFacility, (fields, viewer, { headers }) =>
    db.within(viewer, (tx) => enterPlace(tx, viewer, fields, languageOf(headers))),
  )

  serve(app, changeFacility, (changed, viewer, { headers }) =>
    db.within(viewer, (tx) => changePlace(tx, viewer, changed, languageOf(headers))),
  )

  serve(app, removeFacility, (removed, viewer, { headers }) =>
    db.within(viewer, (tx) => removePlace(tx, viewer, removed, languageOf(headers))),
  )

  // Cans have calls of their own.
  const isIt = ({ facilityType }: { facilityType: string }) => facilityType !== canType
  serve(app, moveFacilities, (asked, viewer, { headers }) => movePlaces(db, viewer, { ...asked, isIt }, languageOf(headers)))
  serve(app, removeFacilities, (asked, viewer, { headers }) => removePlaces(db, viewer, { ...asked, isIt }, languageOf(headers)))
}
