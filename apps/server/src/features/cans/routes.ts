import { addCan, type Can, changeCan, getCan, moveCans, pageCans, removeCan, removeCans } from '@huanwei/contract/cans/endpoints'
import { CauseKind } from '@huanwei/contract/cleaning/codes'
import { canType } from '@huanwei/contract/dictionaries/codes'
import { pageOf } from '@huanwei/contract/page'
import type { Language } from '@huanwei/words/languages'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { departmentsFor } from '../../db/scope.ts'
import { languageOf } from '../../http/language.ts'
import { notFound } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import type { Viewer } from '../../http/viewer.ts'
import { timeText } from '../../lib/time.ts'
import type { Latest } from '../../position/latest/latest.ts'
import { findNewestWork } from '../dispatched/queries.ts'
import { changePlace, enterPlace, movePlaces, removePlace, removePlaces } from '../facilities/enter-facility.ts'
import { type FacilityRow, findFacility, findFacilityPage } from '../facilities/queries.ts'

type Parts = { db: Database; latest: Pick<Latest, 'facilities'> }

/** Garbage cans: the facilities of that type, with the fields that only cans have. */
export function canRoutes(app: FastifyInstance, { db, latest }: Parts) {
  const canOf = ({ facilityType: _, facilityTypeName: __, ...row }: FacilityRow): Can => {
    const fill = latest.facilities.of(row.tenantId).get(row.id)?.live.readings?.fill
    return { ...row, fill: fill?.value ?? null, fillTime: fill ? timeText(fill.time) : null }
  }

  serve(app, pageCans, (filter, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      const departments = await departmentsFor(tx, viewer, filter.deptId)
      const cans = { ...filter, facilityType: canType }
      const { records, total } = await findFacilityPage(tx, viewer, cans, departments, languageOf(headers))
      const ids = records.map(({ id }) => id)
      const works = await findNewestWork(tx, viewer, CauseKind.can, ids)
      return pageOf(
        records.map((row) => ({ ...canOf(row), work: works.get(row.id) ?? null })),
        total,
        filter,
      )
    }),
  )

  serve(app, getCan, ({ id }, viewer, { headers }) =>
    db.within(viewer, async (tx) => canOf(await mustFind(tx, viewer, id, languageOf(headers)))),
  )

  serve(app, addCan, (fields, viewer, { headers }) =>
    db.within(viewer, async (tx) =>
      canOf(await enterPlace(tx, viewer, { ...fields, facilityType: canType }, languageOf(headers))),
    ),
  )

  serve(app, changeCan, (changed, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      await mustFind(tx, viewer, changed.id, languageOf(headers))
      return canOf(await changePlace(tx, viewer, { ...changed, facilityType: canType }, languageOf(headers)))
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
