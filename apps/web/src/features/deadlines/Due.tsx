import { ClockCircleOutlined, FieldTimeOutlined, WarningOutlined } from '@ant-design/icons'
import { Timeliness } from '@huanwei/contract/deadlines/codes'
import { byDueTime } from '@huanwei/contract/deadlines/endpoints'
import { type Deadline, timelinessOf } from '@huanwei/contract/deadlines/rules'
import { useTranslation } from 'react-i18next'
import './due.css'
import { useTick } from '../../lib/tick.ts'
import { formatTime } from '../../lib/time.ts'
import { ListTag, type Tone } from '../../ui/list/ListTag.tsx'
import { shortTime } from '../../ui/list/list-cells.tsx'
import type { ListColumn } from '../../ui/list/list-columns.ts'

const looks = {
  [Timeliness.soon]: { tone: 'warn', icon: <ClockCircleOutlined /> },
  [Timeliness.overdue]: { tone: 'bad', icon: <WarningOutlined /> },
  [Timeliness.late]: { tone: 'warn', icon: <FieldTimeOutlined /> },
} as const satisfies Partial<Record<Timeliness, { tone: Tone; icon: React.ReactNode }>>

/** Marks what is nearly due, overdue or was done late; nothing where all is in time. */
export function TimelinessTag({ deadline }: { deadline: Deadline }) {
  const { t } = useTranslation('deadlines')
  const timeliness = timelinessOf(deadline, formatTime(useTick()))
  return timeliness === Timeliness.inTime ? null : <ListTag {...looks[timeliness]} text={t(`timeliness.${timeliness}`)} />
}

/** The due time with its mark, for a drawer. */
export const DueTime = ({ deadline }: { deadline: Deadline }) => (
  <>
    {deadline.dueTime} <TimelinessTag deadline={deadline} />
  </>
)

/** Column of the due time, its mark in place of the seconds and the year; `isSorted` where the server can put the earliest first. */
export const dueColumn = <Row,>(title: string, deadlineOf: (row: Row) => Deadline, isSorted: boolean): ListColumn<Row> => ({
  key: 'due',
  title,
  width: 100,
  card: 'state',
  ...(isSorted && { sort: byDueTime }),
  cell: (row) => <DueCell deadline={deadlineOf(row)} />,
  brief: (row) => <TimelinessTag deadline={deadlineOf(row)} />,
})

/** The time in the colour of its mark, whose word is shown beside the pointer and read out. */
function DueCell({ deadline }: { deadline: Deadline }) {
  const { t } = useTranslation('deadlines')
  const timeliness = timelinessOf(deadline, formatTime(useTick()))
  if (timeliness === Timeliness.inTime) return shortTime(deadline.dueTime)
  const { tone, icon } = looks[timeliness]
  const word = t(`timeliness.${timeliness}`)
  return (
    <time className="due" data-tone={tone} title={`${word} ${deadline.dueTime}`}>
      <span role="img" aria-label={word}>
        {icon}
      </span>{' '}
      {deadline.dueTime.slice(5, 16)}
    </time>
  )
}
