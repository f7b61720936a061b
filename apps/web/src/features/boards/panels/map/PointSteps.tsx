import type { Status } from '@huanwei/contract/live/codes'
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inStepOrder, type MapStop, stepAfter } from './step-points.ts'
import './point-steps.css'

type Props = {
  stops: readonly MapStop[]
  /** Words for a state. */
  stateOf: (status: Status) => string
  /** Hears which stop somebody stands on; undefined once they left. Always the same function. */
  onStop: (key: string | undefined) => void
  /** Opens a stop; undefined where nothing can be opened. */
  onOpen: ((key: string) => void) | undefined
}

/** The way of the keyboard through what stands on a map: the arrow keys go from one to the next, which is named and shown, and Enter opens it. */
export function PointSteps({ stops, stateOf, onStop, onOpen }: Props) {
  const { t } = useTranslation('boards')
  const own = useId()
  const [isHere, setHere] = useState(false)
  const [current, setCurrent] = useState<{ key: string; place: number }>()
  // Points move every second: nobody steps through them on a wall.
  const ordered = useMemo(() => (isHere ? inStepOrder(stops) : []), [stops, isHere])
  const found = ordered.findIndex(({ key }) => key === current?.key)
  // In place of one that is gone stands the next.
  const place = found >= 0 ? found : Math.min(current?.place ?? 0, ordered.length - 1)
  const stop = ordered[place]
  const stopKey = stop?.key
  useEffect(() => onStop(stopKey), [onStop, stopKey])

  function enter() {
    setHere(true)
    const [first] = inStepOrder(stops)
    if (!current && first) setCurrent({ key: first.key, place: 0 })
  }
  function press(event: KeyboardEvent) {
    if (event.key === 'Enter' && stop) return onOpen?.(stop.key)
    const next = stepAfter(event.key, place, ordered.length)
    const key = next === undefined ? undefined : ordered[next]?.key
    if (next === undefined || key === undefined) return
    event.preventDefault()
    setCurrent({ key, place: next })
  }

  if (!stops.length && !isHere) return null
  const id = `${own}${stopKey}`
  return (
    <div
      className="point-steps"
      role="listbox"
      tabIndex={0}
      aria-label={t('stepPoints', { count: stops.length })}
      aria-activedescendant={stop && id}
      onFocus={enter}
      onBlur={() => setHere(false)}
      onKeyDown={press}
    >
      {stop && (
        <span key={id} id={id} role="option" aria-selected aria-posinset={place + 1} aria-setsize={ordered.length} tabIndex={-1}>
          {[stop.name, stateOf(stop.status)].filter(Boolean).join(' · ')}
          <small>
            {place + 1} / {ordered.length}
          </small>
        </span>
      )}
    </div>
  )
}
