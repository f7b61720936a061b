import type { Shape } from '@huanwei/contract/areas/endpoints'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { lengthOf, outlineOf, squareMetres } from '../../map/shapes/shapes.ts'

/** Measure of a shape as text: metres and square metres, from 1 000 and 100 000 on km and km². */
export function useSizeWords() {
  const { t } = useTranslation('areas')
  return useCallback(
    (shape: Shape) => {
      if (shape.kind === 'circle') return t('sizes.circle', { radius: lengthWords(shape.radius), area: areaWords(shape) })
      if (shape.kind === 'polygon') return t('sizes.polygon', { count: shape.ring.length, area: areaWords(shape) })
      return t('sizes.route', { length: lengthWords(lengthOf(shape.line)), width: lengthWords(shape.width) })
    },
    [t],
  )
}

/** Two digits behind the point, thousands apart. */
const figure = (value: number) => value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

const lengthWords = (metres: number) => (metres < 1000 ? `${Math.round(metres)} m` : `${figure(metres / 1000)} km`)

function areaWords(shape: Shape) {
  const square = squareMetres(outlineOf(shape))
  return square < 100_000 ? `${Math.round(square).toLocaleString('en-US')} m²` : `${figure(square / 1_000_000)} km²`
}
