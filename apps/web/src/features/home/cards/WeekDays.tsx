import { dayMs } from '@huanwei/contract/time'
import { useTranslation } from 'react-i18next'
import { formatTime, parseTime } from '../../../lib/time.ts'

type Props = { firstDay: string; days: readonly number[]; before: readonly number[]; isTable: boolean }

/** Numbers of seven days beside those of the same days a week before, drawn or as a table. */
export function WeekDays({ firstDay, days, before, isTable }: Props) {
  const { t } = useTranslation('home')
  const highest = Math.max(1, ...days, ...before)
  const first = parseTime(`${firstDay} 00:00:00`)
  const named = days.map((total, i) => ({ day: formatTime(first + i * dayMs).slice(5, 10), total, earlier: before[i] ?? 0 }))
  const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
  if (isTable)
    return (
      <table className="home-table week-table">
        <thead>
          <tr>
            <th scope="col">{t('weekDay')}</th>
            <th scope="col">{t('weekThis')}</th>
            <th scope="col">{t('weekBefore')}</th>
          </tr>
        </thead>
        <tbody>
          {named.map(({ day, total, earlier }) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              <td>{total}</td>
              <td>{earlier}</td>
            </tr>
          ))}
        </tbody>
      </table>
    )
  return (
    <>
      <p className="week-legend">
        <span className="is-this">
          {t('weekThis')} <strong>{sum(days)}</strong>
        </span>
        <span className="is-before">
          {t('weekBefore')} <strong>{sum(before)}</strong>
        </span>
      </p>
      <div className="week" role="img" aria-label={t('weekByDay', { total: sum(days), before: sum(before) })}>
        {named.map(({ day, total, earlier }) => (
          <div key={day} title={`${day}  ${total} / ${earlier}`}>
            <span className="is-before" style={{ height: `${(earlier / highest) * 100}%` }} />
            <span className="is-this" style={{ height: `${(total / highest) * 100}%` }} />
            <small>{day}</small>
          </div>
        ))}
      </div>
    </>
  )
}
