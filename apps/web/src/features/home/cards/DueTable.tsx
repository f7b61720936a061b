import { DatedQueue, TimelinessAsked } from '@huanwei/contract/deadlines/codes'
import type { Briefing } from '@huanwei/contract/home/endpoints'
import { useTranslation } from 'react-i18next'
import { useMay, useSession } from '../../../lib/session.ts'
import { listPages, useListLinks } from '../links.ts'
import { CountLink } from './Figure.tsx'

const { overdue, today } = TimelinessAsked

/** What the person has to do in each queue that their menu leads to: what is overdue, and the rest of today; each figure opens the list of it. */
export function DueTable({ due }: { due: NonNullable<Briefing['deadlines']> }) {
  const { t } = useTranslation('deadlines')
  const listOf = useDatedLists()
  const rows = due.filter(({ queue }) => listOf(queue, overdue))
  if (rows.every((row) => row.overdue + row.today === 0)) return <p className="card-note">{t('mine.none')}</p>
  return (
    <table className="home-table" aria-label={t('mine')}>
      <thead>
        <tr>
          <th scope="col">{t('queue')}</th>
          <th scope="col">{t('timeliness.overdue')}</th>
          <th scope="col">{t('timeliness.today')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ queue, ...figures }) => (
          <tr key={queue}>
            <th scope="row">{t(`queue.${queue}`)}</th>
            {([overdue, today] as const).map((one) => (
              <td key={one}>
                <CountLink
                  value={figures[one]}
                  to={listOf(queue, one)}
                  label={`${t(`queue.${queue}`)} ${t(`timeliness.${one}`)}`}
                  isDue={one === overdue}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Addresses of what a person has to do; undefined where their menu does not lead to the page. */
function useDatedLists() {
  const link = useListLinks()
  const me = useSession((s) => s.session?.user.userId)
  const responsibleId = useMay('inspection_handle') ? undefined : me
  const lists = {
    [DatedQueue.inspection]: [listPages.inspections, { tab: 'waiting', responsibleId }],
    [DatedQueue.approval]: [listPages.approvals, { tab: 'pending' }],
    [DatedQueue.complaint]: [listPages.complaints, { status: 'pending' }],
    [DatedQueue.cleaning]: [listPages.cleaning, { view: 'list', assigneeId: me }],
  } as const satisfies Record<DatedQueue, unknown>
  return (queue: DatedQueue, timeliness: TimelinessAsked) => {
    const [page, filter] = lists[queue]
    return link(page, { ...filter, timeliness })
  }
}
