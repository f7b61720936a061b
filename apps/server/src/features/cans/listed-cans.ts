import type { Can, pageCans } from '@huanwei/contract/cans/endpoints'
import { CauseKind } from '@huanwei/contract/cleaning/codes'
import { canType } from '@huanwei/contract/dictionaries/codes'
import type { Parsed } from '@huanwei/contract/endpoint'
import type { Language } from '@huanwei/words/languages'
import type { Tx } from '../../db/connect.ts'
import type { PageRequest } from '../../db/keyset.ts'
import { departmentsFor } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import { timeText } from '../../lib/time.ts'
import { findNewestWork } from '../dispatched/queries.ts'
import { findIdsNow, type LiveFacilities } from '../facilities/live-facts.ts'
import { type FacilityRow, findFacilityPage } from '../facilities/queries.ts'

/** A can with how full it is now. */
export function canOf({ facilities }: LiveFacilities, { facilityType: _, facilityTypeName: __, ...row }: FacilityRow): Can {
  const fill = facilities.of(row.tenantId).get(row.id)?.live.readings?.fill
  return { ...row, fill: fill?.value ?? null, fillTime: fill ? timeText(fill.time) : null }
}

type Asked = Parsed<typeof pageCans> & PageRequest

/** One page of the cans, each with its newest work, and the total. */
export async function findListedCans(tx: Tx, viewer: Viewer, latest: LiveFacilities, filter: Asked, language: Language) {
  const within = await departmentsFor(tx, viewer, filter.deptId)
  const ids = await findIdsNow(tx, latest, viewer.tenantId, filter)
  const cans = { ...filter, ids, facilityType: canType }
  const { records, total } = await findFacilityPage(tx, viewer, cans, within, language)
  const works = await findNewestWork(
    tx,
    viewer,
    CauseKind.can,
    records.map(({ id }) => id),
  )
  return { records: records.map((row) => ({ ...canOf(latest, row), work: works.get(row.id) ?? null })), total }
}
