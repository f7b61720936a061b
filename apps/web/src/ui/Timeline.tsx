import type { ReactNode } from 'react'
import { Photos } from './Photos.tsx'
import './timeline.css'

export type TimelineStep = {
  key: string | number
  /** `yyyy-MM-dd HH:mm:ss`. */
  time: string
  title: ReactNode
  /** Who did it. */
  who?: string
  /** What was said. */
  text?: string
  /** Names of stored pictures that came with it. */
  photos?: readonly string[]
  icon?: ReactNode
  tone?: 'plain' | 'good' | 'warn' | 'bad'
}

/** What happened to a record, oldest first. */
export function Timeline({ label, steps }: { label: string; steps: TimelineStep[] }) {
  return (
    <ol className="timeline" aria-label={label}>
      {steps.map(({ key, time, title, who, text, photos = [], icon, tone = 'plain' }) => (
        <li key={key} data-tone={tone}>
          <span className="timeline-dot" aria-hidden="true">
            {icon}
          </span>
          <div>
            <strong>{title}</strong>
            {who && <span className="timeline-who">{who}</span>}
            <time dateTime={time.replace(' ', 'T')}>{time}</time>
            {text && <p>{text}</p>}
            {photos.length > 0 && <Photos of={time} names={photos} />}
          </div>
        </li>
      ))}
    </ol>
  )
}
