import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { MapCanvas } from '../base/MapCanvas.tsx'
import { OnGround } from '../base/OnGround.tsx'
import type { Ground } from '../base/open-map.ts'
import { useScene } from '../scene/use-scene.ts'
import type { ShownArea } from '../shapes/area-layers.ts'

/** Degrees WGS-84. */
type Props = { lng: number; lat: number; trail?: [lng: number, lat: number][]; areas?: readonly ShownArea[] }

/** One place on a small map, with the way that led to it and the areas around it. */
export const MiniMap = (props: Props) => (
  <OnGround className="map map-mini">{(ground) => <OpenedMap {...props} ground={ground} />}</OnGround>
)

function OpenedMap({ ground, lng, lat, trail, areas }: Props & { ground: Ground }) {
  const { t } = useTranslation('map')
  const title = t('place', { east: lng.toFixed(6), north: lat.toFixed(6) })
  const opened = useScene(async (place) => {
    const { openMiniScene } = await import('../scene/mini-scene.ts')
    return openMiniScene(place, ground, title)
  })
  const { scene } = opened
  useEffect(() => scene?.setTitle(title), [scene, title])
  useEffect(() => scene?.show([lng, lat], trail ?? []), [scene, lng, lat, trail])
  useEffect(() => scene?.setAreas(areas ?? []), [scene, areas])

  return (
    <div className="map map-mini">
      <MapCanvas {...opened} />
    </div>
  )
}
