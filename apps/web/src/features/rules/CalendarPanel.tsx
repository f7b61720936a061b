import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { DayKind } from '@huanwei/contract/calendar/codes'
import { type CalendarDay, listCalendarDays, removeCalendarDay, setCalendarDay } from '@huanwei/contract/calendar/endpoints'
import type { Output } from '@huanwei/contract/endpoint'
import { getRulesUsing } from '@huanwei/contract/rules/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { useAct } from '../../lib/send.ts'
import { useMay } from '../../lib/session.ts'
import { formatTime } from '../../lib/time.ts'
import { lookAgainMs } from '../../lib/use-record.ts'
import { LoadFailed } from '../../ui/list/ListNotice.tsx'

/** In Asia/Shanghai. */
const today = () => formatTime(Date.now()).slice(0, 10)

const weeks = [0, 1, 2, 3, 4, 5]
const weekdays = [0, 1, 2, 3, 4, 5, 6]

/** The work calendar a month at a time: a click makes a day one of rest, the next one of work, the next like others of its weekday. Marks of others appear by themselves. */
export function CalendarPanel() {
  const { t } = useTranslation(['rules', 'list'])
  const use = useQuery(query(getRulesUsing, { calendar: 'true' })).data
  const mayEdit = useMay('admin_calendarday_edit') && use?.isBeyond === false
  const [month, setMonth] = useState(() => dayjs(today()).startOf('month'))
  const first = month.subtract((month.day() + 6) % 7, 'day')
  const { data, error, refetch } = useQuery({
    ...query(listCalendarDays, { year: month.year() }),
    placeholderData: keepPreviousData,
    refetchInterval: lookAgainMs,
  })
  const marks = new Map(data?.map((mark) => [mark.day, mark]))
  return (
    <>
      {mayEdit && <p className="drawer-note">{t('calendarClick')}</p>}
      <CalendarUse use={use} />
      <div className="calendar-head">
        <Button icon={<LeftOutlined />} aria-label={t('monthBefore')} onClick={() => setMonth(month.subtract(1, 'month'))} />
        <strong aria-live="polite">{month.format('YYYY-MM')}</strong>
        <Button icon={<RightOutlined />} aria-label={t('monthAfter')} onClick={() => setMonth(month.add(1, 'month'))} />
      </div>
      {!data && error && <LoadFailed title={t('list:failed')} error={error} onRetry={refetch} />}
      <table className="calendar" aria-label={`${t('calendar')} ${month.format('YYYY-MM')}`}>
        <thead>
          <tr>
            {weekdays.map((day) => (
              <th key={day} scope="col">
                {t(`weekdays.${day + 1}`, { defaultValue: String(day + 1) })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week}>
              {weekdays.map((weekday) => {
                const date = first.add(week * 7 + weekday, 'day')
                const day = date.format('YYYY-MM-DD')
                return (
                  <td key={weekday}>
                    {date.isSame(month, 'month') && (
                      <Day
                        key={day}
                        day={day}
                        date={date}
                        marked={marks.get(day)}
                        mayEdit={mayEdit}
                        onTurned={() => refetch({ cancelRefetch: false })}
                      />
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** Rules that are named; the others are counted. */
const mostNamed = 10

/** Consequences of a mark: rules in force keep to the days. */
function CalendarUse({ use }: { use: Output<typeof getRulesUsing> | undefined }) {
  const { t } = useTranslation(['rules', 'calendar'])
  const holds = useMay('admin_calendarday_edit')
  if (!use) return null
  if (use.isBeyond && holds) return <p className="drawer-note">{t('calendar:refusal.usedBeyond')}</p>
  const count = use.rules.length + use.others
  if (count === 0) return <p className="drawer-note">{t('calendarUnused')}</p>
  const named = use.rules.slice(0, mostNamed).map(({ name }) => name)
  const more = count - named.length
  const names = [...named, ...(more ? [t('moreRules', { count: more })] : [])].join(t('and'))
  return <p className="drawer-note">{t('calendarUsed', { count, names })}</p>
}

type DayProps = {
  day: string
  date: Dayjs
  marked: CalendarDay | undefined
  mayEdit: boolean
  onTurned: () => PromiseLike<unknown>
}

function Day({ day, date, marked, mayEdit, onTurned }: DayProps) {
  const { t } = useTranslation('rules')
  const mark = useAct(setCalendarDay, [listCalendarDays])
  const unmark = useAct(removeCalendarDay, [listCalendarDays])
  const [isBusy, setBusy] = useState(false)
  const isToday = day === today()
  const { kind, updateTime } = marked ?? { updateTime: null }

  async function turn() {
    setBusy(true)
    if (kind === undefined) await mark({ day, kind: DayKind.rest, updateTime })
    else if (kind === DayKind.rest) await mark({ day, kind: DayKind.work, updateTime })
    // A day that has begun keeps its mark.
    else if (isToday) await mark({ day, kind: DayKind.rest, updateTime })
    else await unmark({ day, updateTime })
    // The next turn is made from the new mark.
    await onTurned()
    setBusy(false)
  }
  return (
    <button
      type="button"
      data-kind={kind}
      title={`${day} ${t(`dayKinds.${kind ?? 'usual'}`)}`}
      aria-current={isToday ? 'date' : undefined}
      aria-busy={isBusy}
      disabled={!mayEdit || isBusy || day < today()}
      onClick={turn}
    >
      {date.date()} <small>{kind && t(`dayKinds.${kind}`)}</small>
    </button>
  )
}
