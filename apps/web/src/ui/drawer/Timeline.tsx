import type { ReactNode } from 'react'
import './timeline.css'

export type TimelineStep = {
  key: string | number
  /** `yyyy-MM-dd HH:mm:ss`. */
  time: string
  title: ReactNode
  /** User who did it. */
  who?: string
  /** Remark. */
  text?: string
  /** Pictures that came with it. */
  photos?: ReactNode
  icon?: ReactNode
  tone?: 'plain' | 'good' | 'warn' | 'bad'
}

/** Steps of a record, oldest first. */
export function Timeline({ label, steps }: { label: string; steps: TimelineStep[] }) {
  return (
    <ol className="timeline" aria-label={label}>
      {steps.map(({ key, time, title, who, text, photos, icon, tone = 'plain' }) => (
        <li key={key} data-tone={tone}>
          <span className="timeline-dot" aria-hidden="true">
            {icon}
          </span>
          <div>
            <strong>{title}</strong>
            {who && <span className="timeline-who">{who}</span>}
            <time dateTime={time.replace(' ', 'T')}>{time}</time>
            {text && <p>{text}</p>}
            {photos}
          </div>
        </li>
      ))}
    </ol>
  )
}
