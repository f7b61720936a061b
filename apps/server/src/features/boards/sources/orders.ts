import { ApprovalStatus } from '@huanwei/contract/approvals/codes'
import { Pace } from '@huanwei/contract/boards/codes'
import { CleaningStatus } from '@huanwei/contract/cleaning/codes'
import { Timeliness } from '@huanwei/contract/deadlines/codes'
import { InspectionStatus } from '@huanwei/contract/inspections/codes'
import { PushStatus } from '@huanwei/contract/messages/codes'
import { say } from '@huanwei/words/say'
import { dayText } from '../../../lib/time.ts'
import { findApprovals } from '../../approvals/queries.ts'
import { findReports } from '../../cleaning/queries.ts'
import { findComplaints } from '../../complaints/queries.ts'
import { findInspections } from '../../inspections/queries.ts'
import { findViolations } from '../../violations/queries.ts'
import { type BoardAsked, headsOf, oneRow, type Source } from '../source.ts'
import { listAt } from './lists.ts'

const overdue = { timeliness: Timeliness.overdue } as const
type Period = { startTime: string; endTime: string }

/** A kind of order: what finds its total, the filter of those that wait, the list of these, and whether there are deadlines. */
function kindOf<Open extends object>(
  find: (asked: BoardAsked, filter: typeof oneRow & (Open | Period | typeof overdue)) => Promise<{ total: number }>,
  open: Open,
  href: string,
  hasDeadlines = true,
) {
  const count = async (asked: BoardAsked, filter: Open | Period | typeof overdue) =>
    (await find(asked, { ...oneRow, ...filter })).total
  return {
    href,
    waiting: (asked: BoardAsked) => count(asked, open),
    overdue: async (asked: BoardAsked) => (hasDeadlines ? count(asked, overdue) : null),
    came: (asked: BoardAsked, period: Period) => count(asked, period),
  }
}

const open = { statusTo: CleaningStatus.assigned }
/** What finds orders, by their kind. */
export const orderLists = {
  events: kindOf(
    ({ tx, viewer, language }, filter) => findViolations(tx, viewer, filter, viewer.departments, language),
    { handled: false },
    listAt.allEvents({ status: 'pending' }),
    false,
  ),
  cleaning: kindOf(({ tx, viewer }, filter) => findReports(tx, viewer, filter, viewer.departments), open, listAt.cleaning(open)),
  inspections: kindOf(
    ({ tx, viewer, language }, filter) => findInspections(tx, viewer, filter, viewer.departments, language),
    { status: InspectionStatus.waiting },
    listAt.inspections({ tab: 'waiting' }),
  ),
  complaints: kindOf(
    ({ tx, viewer }, filter) => findComplaints(tx, viewer, filter, viewer.departments),
    { status: PushStatus.pending },
    listAt.complaints({ status: 'pending' }),
  ),
  approvals: kindOf(
    ({ tx, viewer, language }, filter) => findApprovals(tx, viewer, filter, viewer.departments, language),
    { status: ApprovalStatus.pending },
    listAt.approvals({ tab: 'pending' }),
  ),
}

/** Orders of all kinds: a row for each, with those that wait, those of them that are overdue, and those that came today. */
export const orderKinds: Source<'rows'> = {
  pace: Pace.slow,
  async read(asked) {
    const { language, now } = asked
    const day = dayText(now)
    const rows = []
    for (const name of ['events', 'cleaning', 'inspections', 'complaints', 'approvals'] as const) {
      const { href, ...kind } = orderLists[name]
      const [waiting, late] = [await kind.waiting(asked), await kind.overdue(asked)]
      const came = await kind.came(asked, { startTime: `${day} 00:00:00`, endTime: `${day} 23:59:59` })
      rows.push({
        key: name,
        cells: [say(language, `boards:order.${name}`), String(waiting), late === null ? '–' : String(late), String(came)],
        tone: late ? ('bad' as const) : ('plain' as const),
        href,
      })
    }
    return { shape: 'rows', heads: headsOf(language, ['kind', 'waiting', 'overdue', 'today']), rows }
  },
}
