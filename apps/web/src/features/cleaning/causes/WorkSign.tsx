import type { RowWork, WithWork } from '@huanwei/contract/cleaning/endpoints'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMenuPages } from '../../../shell/menu/menu-pages.ts'
import type { ListColumn } from '../../../ui/list/list-columns.ts'
import { cleaningLooks } from '../CleaningState.tsx'
import './work-sign.css'

const page = '/clean/report/index'

type Work = NonNullable<RowWork>

/** The state of the work that a row led to, as a link to it for those who see it; its number and who does it are shown beside the pointer. */
export function WorkSign({ work: { id, code, status, assigneeName, isInSight } }: { work: Work }) {
  const { t } = useTranslation('cleaning')
  const held = useMenuPages(null)
  const { word, tone, icon } = cleaningLooks[status]
  const said = t('work.sign', { state: t(`status.${word}`) })
  const title = [said, code, assigneeName].filter(Boolean).join(' · ')
  const sign = (
    <>
      <span aria-hidden="true">{icon}</span> <span className="work-sign-text">{said}</span>
    </>
  )
  const look = { className: 'list-tag work-sign', 'data-tone': tone, title }
  return isInSight && held?.has(page) ? (
    <Link {...look} to={`${page}?open=${id}`}>
      {sign}
    </Link>
  ) : (
    <span {...look}>{sign}</span>
  )
}

/** A state of a row with the sign of its work, whose words are beside the pointer and read out. */
export const withWorkSign = ({ work }: WithWork, state: ReactNode) =>
  work ? (
    <span className="work-signed">
      {state} <WorkSign work={work} />
    </span>
  ) : (
    state
  )

/** Column of the work with who does it, which is shown on request: the sign is in the state of each row. */
export const workColumn = <Row extends WithWork>(title: string): ListColumn<Row> => ({
  key: 'work',
  title,
  width: 170,
  spare: true,
  cell: ({ work }) =>
    work ? (
      <span className="work-cell">
        <WorkSign work={work} /> <span title={work.assigneeName}>{work.assigneeName}</span>
      </span>
    ) : (
      '—'
    ),
})
