import { addCan, changeCan, getCan, moveCans, pageCans, removeCan, removeCans } from '@huanwei/contract/cans/endpoints'
import { canType } from '@huanwei/contract/dictionaries/codes'
import { pageOf } from '@huanwei/contract/page'
import type { Language } from '@huanwei/words/languages'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { languageOf } from '../../http/language.ts'
import { notFound } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import type { Viewer } from '../../http/viewer.ts'
import { changePlace, enterPlace, movePlaces, removePlace, removePlaces } from '../facilities/enter-facility.ts'
import type { LiveFacilities } from '../facilities/live-facts.ts'
import { type FacilityRow, findFacility } from '../facilities/queries.ts'
import { canOf, findListedCans } from './listed-cans.ts'

type Parts = { db: Database; latest: LiveFacilities }

/** Garbage cans: the facilities of that type, with the fields that only cans have. */
export function canRoutes(app: FastifyInstance, { db, latest }: Parts) {
  const asCan = (row: FacilityRow) => canOf(latest, row)

  serve(app, pageCans, (filter, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      const { records, total } = await findListedCans(tx, viewer, latest, filter, languageOf(headers))
      return pageOf(records, total, filter)
    }),
  )

  serve(app, getCan, ({ id }, viewer, { headers }) =>
    db.within(viewer, async (tx) => asCan(await mustFind(tx, viewer, id, languageOf(headers)))),
  )

  serve(app, addCan, (fields, viewer, { headers }) =>
    db.within(viewer, async (tx) =>
      asCan(await enterPlace(tx, viewer, { ...fields, facilityType: canType }, languageOf(headers))),
    ),
  )

  serve(app, changeCan, (changed, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      await mustFind(tx, viewer, changed.id, languageOf(headers))
      return asCan(await changePlace(tx, viewer, { ...changed, facilityType: canType }, languageOf(headers)))
    }),
  )

  serve(app, removeCan, (removed, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      await mustFind(tx, viewer, removed.id, languageOf(headers))
      return removePlace(tx, viewer, removed, languageOf(headers))
    }),
  )

  const isIt = ({ facilityType }: FacilityRow) => facilityType === canType
  serve(app, moveCans, (asked, viewer, { headers }) => movePlaces(db, viewer, { ...asked, isIt }, languageOf(headers)))
  serve(app, removeCans, (asked, viewer, { headers }) => removePlaces(db, viewer, { ...asked, isIt }, languageOf(headers)))
}

async function mustFind(tx: Tx, viewer: Viewer, id: number, language: Language) {
  const found = await findFacility(tx, viewer, id, language)
  if (found?.facilityType !== canType) throw notFound()
  return found
}
