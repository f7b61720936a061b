import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTick } from '../../lib/tick.ts'

/** Pictures say so long before that they stop, ms. */
const warnedMs = 60_000

type Props = {
  /** Time without a person's input after which pictures stop, ms. Source: spec 3, section 16. */
  idleMs: number
  onStop: () => void
}

/** Counts down while nobody does anything; `onStop` at the end of it. Any input begins anew. */
export function IdleNotice({ idleMs, onStop }: Props) {
  const { t } = useTranslation('video')
  const [lastInput, setLastInput] = useState(Date.now)
  const leftMs = lastInput + idleMs - useTick()
  useEffect(() => {
    const note = () => setLastInput(Date.now())
    const kinds = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const
    for (const kind of kinds) window.addEventListener(kind, note, { passive: true })
    return () => {
      for (const kind of kinds) window.removeEventListener(kind, note)
    }
  }, [])
  const isOver = leftMs <= 0
  useEffect(() => {
    if (isOver) onStop()
  }, [isOver, onStop])
  if (leftMs > warnedMs) return null
  return (
    <p className="wall-notice" role="status">
      {t('wall.stopsIn', { n: Math.max(0, Math.ceil(leftMs / 1000)) })}
      <Button size="small" autoInsertSpace={false} onClick={() => setLastInput(Date.now())}>
        {t('wall.goOn')}
      </Button>
    </p>
  )
}
