import type { Violation } from '@huanwei/contract/violations/endpoints'
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime, parseTime } from '../../../lib/time.ts'
import { BandRows, type BandsByKey } from '../bands/BandRows.tsx'
import { stateAt } from '../bands/timed-bands.ts'
import { speedPath, ticksOf } from '../tracks/speed-path.ts'
import type { Track } from '../tracks/track.ts'
import type { Playback } from './playback.ts'
import { useSecond } from './use-playback.ts'

type Props = {
  playback: Playback
  tracks: readonly Track[]
  /** The one whose speed and violations are drawn. */
  track: Track | undefined
  bands: BandsByKey
  events: readonly Violation[]
  onSeek: (at: number) => void
  onStep: (direction: 1 | -1) => void
  onToggle: () => void
}

/** Units of the drawing; it is stretched to the width there is. */
const width = 1000
const height = 60
/** Part of the span that PageUp and PageDown go. */
const page = 1 / 20

/** A slider over the span: how fast it was, what happened, and below what each did. */
export function TimeBar({ playback, tracks, track, bands, events, onSeek, onStep, onToggle }: Props) {
  const { t } = useTranslation('history')
  const { from, to } = playback
  const at = useSecond(playback)
  const bar = useRef<HTMLDivElement>(null)
  const tip = useRef<HTMLOutputElement>(null)
  function timeAt({ clientX }: PointerEvent) {
    const { left, width: wide } = bar.current?.getBoundingClientRect() ?? { left: 0, width: 1 }
    return from + Math.max(0, Math.min(1, (clientX - left) / (wide || 1))) * (to - from)
  }
  /** Says the time under the pointer, past React. */
  function showTip(event: PointerEvent) {
    if (!tip.current) return
    const time = timeAt(event)
    tip.current.style.setProperty('left', `${((time - from) / (to - from)) * 100}%`)
    tip.current.textContent = formatTime(time).slice(5)
  }
  const goals = new Map([
    ['PageUp', at + (to - from) * page],
    ['PageDown', at - (to - from) * page],
    ['Home', from],
    ['End', to],
  ])
  function onKeyDown(event: KeyboardEvent) {
    const { key, shiftKey } = event
    const goal = goals.get(key)
    if (shiftKey) return
    if (goal !== undefined) onSeek(goal)
    else if (key === 'ArrowRight' || key === 'ArrowLeft') onStep(key === 'ArrowRight' ? 1 : -1)
    else if (key === ' ') onToggle()
    else return
    event.preventDefault()
  }
  const { kind, speed } = track ? stateAt(track.points, bands.get(track.key) ?? [], at) : { kind: 'unheard' as const }
  const state = kind === undefined || kind === 'silent' || kind === 'unheard' ? undefined : t(`band.${kind}`)
  const value = speed === undefined ? formatTime(at) : t('bar.value', { time: formatTime(at), speed })
  return (
    <div
      ref={bar}
      className="history-bar"
      role="slider"
      tabIndex={0}
      aria-label={t('bar.label')}
      aria-valuemin={from / 1000}
      aria-valuemax={to / 1000}
      aria-valuenow={at / 1000}
      aria-valuetext={state ? t('bar.both', { value, state }) : value}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        playback.pause()
        playback.seek(timeAt(event))
      }}
      onPointerMove={(event) => {
        showTip(event)
        if (event.currentTarget.hasPointerCapture(event.pointerId)) playback.seek(timeAt(event))
      }}
      onPointerUp={(event) => onSeek(timeAt(event))}
    >
      <Drawing {...{ from, to, track, events }} />
      <Bands {...{ from, to, tracks, bands }} />
      <Ticks from={from} to={to} />
      <Cursor playback={playback} />
      <output ref={tip} className="history-tip" aria-hidden="true" />
    </div>
  )
}

/** Drawn again only when it changes, not with every second of the moment shown. */
function Bands({ from, to, tracks, bands }: Pick<Props, 'tracks' | 'bands'> & { from: number; to: number }) {
  return useMemo(() => <BandRows {...{ tracks, bands, from, to }} />, [tracks, bands, from, to])
}

type DrawingProps = Pick<Props, 'track' | 'events'> & { from: number; to: number }

/** The speed, and marks of violations. */
function Drawing({ from, to, track, events }: DrawingProps) {
  const points = track?.points
  const path = useMemo(() => speedPath(points ?? [], { from, to, width, height }), [points, from, to])
  const x = (text: string) => Math.max(0, Math.min(width, ((parseTime(text) - from) / (to - from)) * width))
  return (
    <svg className="history-speed-area" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <path d={path} fill={track?.colour} />
      {events.map(({ id, createTime }) => (
        <rect key={id} className="history-bar-event" x={x(createTime) - 1} width={2} height={height} />
      ))}
    </svg>
  )
}

function Ticks({ from, to }: { from: number; to: number }) {
  const ticks = useMemo(() => ticksOf(from, to), [from, to])
  return ticks.map(({ time, text }) => (
    <span key={time} className="history-tick" style={{ left: `${((time - from) / (to - from)) * 100}%` }} aria-hidden="true">
      {text}
    </span>
  ))
}

/** Goes with every frame, past React. */
function Cursor({ playback }: { playback: Playback }) {
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { from, to, watch } = playback
    return watch((at) => line.current?.style.setProperty('left', `${((at - from) / (to - from)) * 100}%`))
  }, [playback])
  return <div ref={line} className="history-cursor" />
}
