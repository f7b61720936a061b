import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyMap } from '../base/lazy-map.ts'
import type { ShownArea } from '../shapes/area-layers.ts'

const MiniMap = lazyMap(async () => (await import('./MiniMap.tsx')).MiniMap)

/** Degrees WGS-84. */
type Props = { lng: number | null; lat: number | null; trail?: [lng: number, lat: number][]; areas?: readonly ShownArea[] }

/** Position on a small map in a drawer; or a text that it is unknown. */
export function PlaceView({ lng, lat, ...around }: Props) {
  const { t } = useTranslation('list')
  if (lng === null || lat === null) return <p className="drawer-note">{t('place.none')}</p>
  return (
    <div className="drawer-map">
      <Suspense>
        <MiniMap lng={lng} lat={lat} {...around} />
      </Suspense>
    </div>
  )
}
