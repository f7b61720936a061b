import { formatTime } from '../../../lib/time.ts'

const marks = [0, 6, 12, 18]

/** One bar for each hour of the day, the current one set off. `label` says in words what it shows. */
export function HourBars({ hours, label }: { hours: number[]; label: string }) {
  const highest = Math.max(1, ...hours)
  const now = Number(formatTime(Date.now()).slice(11, 13))
  return (
    <div className="hours" role="img" aria-label={label}>
      {hours.map((total, hour) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is the hour
        <div key={hour} className={hour === now ? 'hour hour-now' : 'hour'} title={`${hour}:00  ${total}`}>
          <span style={{ height: `${(total / highest) * 100}%` }} />
          {marks.includes(hour) && <small>{hour}:00</small>}
        </div>
      ))}
    </div>
  )
}
