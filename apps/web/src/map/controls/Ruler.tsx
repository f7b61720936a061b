import { metresBetween } from '@huanwei/contract/geometry'
import { Button } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Position } from '../base/coordinates.ts'
import { distanceText, lengthOf } from '../shapes/shapes.ts'

type Props = { points: readonly Position[]; onMiddle: () => void; onUndo: () => void; onEnd: () => void }

/** Length of the measured line, by segment and in total. Esc ends it. */
export function Ruler({ points, onMiddle, onUndo, onEnd }: Props) {
  const { t } = useTranslation('map')
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && onEnd()
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [onEnd])
  const stretches = points.slice(1).map((point, i) => metresBetween(...(points[i] ?? point), ...point))
  return (
    <section className="map-ruler" aria-label={t('ruler')}>
      <p role="status">
        {stretches.length ? (
          <>
            <strong>{distanceText(lengthOf(points))}</strong>
            {stretches.length > 1 && ` = ${stretches.map(distanceText).join(' + ')}`}
          </>
        ) : (
          t('rulerHint')
        )}
      </p>
      <Button size="small" autoInsertSpace={false} onClick={onMiddle}>
        {t('addMiddle')}
      </Button>
      <Button size="small" autoInsertSpace={false} disabled={!points.length} onClick={onUndo}>
        {t('undo')}
      </Button>
      <Button size="small" autoInsertSpace={false} onClick={onEnd}>
        {t('rulerEnd')}
      </Button>
    </section>
  )
}
