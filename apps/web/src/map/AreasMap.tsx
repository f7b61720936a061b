import type { Area } from '@huanwei/contract/areas/endpoints'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { MapCanvas } from './base/MapCanvas.tsx'
import { OnGround } from './base/OnGround.tsx'
import type { Ground } from './base/open-map.ts'
import { useScene } from './scene/use-scene.ts'

type Props = { areas: readonly Pick<Area, 'id' | 'name' | 'shape'>[] }

/** A look at where areas are, on a small map. */
export const AreasMap = (props: Props) => (
  <OnGround className="map map-mini">{(ground) => <OpenedMap {...props} ground={ground} />}</OnGround>
)

function OpenedMap({ ground, areas }: Props & { ground: Ground }) {
  const { t } = useTranslation('map')
  const opened = useScene(async (place) => {
    const { openAreasScene } = await import('./scene/areas-scene.ts')
    return openAreasScene(place, { ground, title: t('areasMap') })
  })
  const { scene } = opened
  useEffect(() => scene?.show(areas), [scene, areas])

  return (
    <div className="map map-mini">
      <MapCanvas {...opened} />
    </div>
  )
}
