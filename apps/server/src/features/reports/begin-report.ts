import type { Parsed } from '@huanwei/contract/endpoint'
import { Grouping, hasRows } from '@huanwei/contract/reports/codes'
import type { makeReport } from '@huanwei/contract/reports/endpoints'
import {
  daysIn,
  everyOf,
  longestDays,
  mostKeptReports,
  mostUnfinishedReports,
  objectTypesOf,
} from '@huanwei/contract/reports/rules'
import type { Language } from '@huanwei/words/languages'
import { say } from '@huanwei/words/say'
import type { Tx } from '../../db/connect.ts'
import { conflict, notFound, Refused } from '../../http/refuse.ts'
import type { Viewer } from '../../http/viewer.ts'
import { mustSeeObject } from '../objects/queries.ts'
import { countOwn, departmentsOfReport, findNames, insertReport } from './queries.ts'

type Asked = Parsed<typeof makeReport> & { scheduleId?: number }

/** Queues a report of what the viewer sees. Refuses a wrong span, and what they do not see. */
export async function beginReport(tx: Tx, viewer: Viewer, asked: Asked, language: Language) {
  const { kind, firstDay, lastDay } = asked
  const grouping = groupingOf(asked)
  const total = daysIn(firstDay, lastDay)
  if (total < 1) throw new Refused(400, 'checks:spanReversed', {}, { field: 'lastDay' })
  if (total > longestDays) throw new Refused(400, 'refusals:spanTooLong', { days: longestDays }, { field: 'lastDay' })
  if (!hasRows(kind) && !everyOf(firstDay, lastDay)) throw new Refused(400, 'reports:refusal.wholeSpan', {}, { field: 'lastDay' })
  const subject = await subjectOf(tx, viewer, asked)
  const departments = await departmentsOfReport(tx, viewer, { kind, ...subject })
  const { kept, unfinished } = asked.scheduleId ? { kept: 0, unfinished: 0 } : await countOwn(tx, viewer)
  if (unfinished >= mostUnfinishedReports) throw conflict('reports:refusal.full', { n: mostUnfinishedReports })
  if (kept >= mostKeptReports) throw conflict('reports:refusal.many', { n: mostKeptReports })
  const span = firstDay === lastDay ? firstDay : `${firstDay} – ${lastDay}`
  const about = subject.objectName ?? subject.deptName ?? subject.projectName
  const usual = [say(language, `reports:kind.${kind}`), ...(about ? [about] : []), span].join(' ')
  const { scheduleId = null } = asked
  const name = asked.name || usual
  return insertReport(tx, viewer, {
    name,
    kind,
    grouping,
    firstDay,
    lastDay,
    language,
    total,
    scheduleId,
    departments,
    ...subject,
  })
}

/** Grouping as it is stored: none of a kind without rows, by department unless said. */
export const groupingOf = ({ kind, grouping }: Pick<Asked, 'kind' | 'grouping'>) =>
  hasRows(kind) ? (grouping ?? Grouping.department) : null

async function subjectOf(tx: Tx, viewer: Viewer, asked: Asked) {
  const { kind, grouping, deptId = null } = asked
  const { projectId = null, objectId = null } = hasRows(kind) ? asked : {}
  const types = objectTypesOf(kind)
  const objectType = types.length <= 1 ? null : (asked.objectType ?? null)
  if (objectId !== null && types.length > 1 && objectType === null)
    throw new Refused(400, 'reports:refusal.typeMissing', {}, { field: 'objectType' })
  if (objectId !== null && grouping === Grouping.department)
    throw new Refused(400, 'reports:refusal.oneObject', {}, { field: 'grouping' })
  const names = await findNames(tx, viewer, { deptId, projectId })
  if (!names) throw notFound()
  const objectName = objectId === null ? null : await mustSeeObject(tx, viewer, objectType ?? types[0]!, objectId)
  return { deptId, projectId, objectType, objectId, objectName, ...names }
}
