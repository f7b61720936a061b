import type { TriedEvent } from '@huanwei/contract/tryouts/endpoints'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { durationText } from '../../history/duration-text.ts'
import { ViolationTag } from '../../violations/ViolationState.tsx'
import '../../../ui/chart/figure-table.css'

type Props = { events: TriedEvent[]; selected: number | undefined; onSelect: (index: number) => void }

const columns = ['object', 'start', 'duration', 'peak', 'judged'] as const

/** The events that a rule would have made; what people made of one at the same time opens beside the form. */
export function TriedEvents({ events, selected, onSelect }: Props) {
  const { t } = useTranslation(['tryout', 'history', 'violations'])
  const chosen = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (selected !== undefined) chosen.current?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <section className="figure-table tryout-table" tabIndex={0} aria-label={t('table')}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {events.map((event, index) => (
            <tr
              key={`${event.objectId} ${event.startTime} ${event.peak}`}
              ref={index === selected ? chosen : undefined}
              aria-current={index === selected || undefined}
            >
              <td>
                <button type="button" onClick={() => onSelect(index)}>
                  {event.objectName}
                </button>
              </td>
              <td>{event.startTime}</td>
              <td>{event.endTime === null ? t('inForce', { for: durationText(event.seconds) }) : durationText(event.seconds)}</td>
              <td>{event.peak ?? '—'}</td>
              <td>
                {event.met ? (
                  <a href={`/event/illegal/index?open=${event.met.id}`} target="_blank" rel="noopener noreferrer">
                    <ViolationTag alarmType={event.met.alarmType} />
                  </a>
                ) : (
                  '—'
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
