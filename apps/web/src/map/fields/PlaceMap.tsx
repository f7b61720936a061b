import { AimOutlined, CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { MapCanvas } from '../base/MapCanvas.tsx'
import { OnGround } from '../base/OnGround.tsx'
import type { Ground } from '../base/open-map.ts'
import { useScene } from '../scene/use-scene.ts'
import type { ShownArea } from '../shapes/area-layers.ts'

/** Degrees WGS-84. */
export type Place = { lng: number; lat: number }
type Props = {
  place: Place | undefined
  onPlace: (place: Place | undefined) => void
  /** Around the place; the same array while nothing changed. */
  areas?: readonly ShownArea[]
}

const noAreas: readonly ShownArea[] = []

/** A map that a place is chosen on. */
export const PlaceMap = (props: Props) => (
  <OnGround className="map map-mini">{(ground) => <OpenedMap {...props} ground={ground} />}</OnGround>
)

function OpenedMap({ ground, place, onPlace, areas = noAreas }: Props & { ground: Ground }) {
  const { t } = useTranslation('map')
  const choose = useEffectEvent(onPlace)
  const opened = useScene(async (container) => {
    const { openPlaceScene } = await import('../scene/place-scene.ts')
    return openPlaceScene(container, ground, t('choose'))
  })
  const { scene } = opened
  useEffect(() => scene?.listen(([lng, lat]) => choose({ lng, lat })), [scene])
  useEffect(() => scene?.show(place && [place.lng, place.lat]), [scene, place])
  useEffect(() => scene?.setAreas(areas), [scene, areas])

  return (
    <>
      <div className="map map-mini">
        <MapCanvas {...opened} />
        {scene && <span className="map-middle" aria-hidden="true" />}
      </div>
      <div className="map-place">
        <span role="status">
          {place ? t('chosen', { east: place.lng.toFixed(6), north: place.lat.toFixed(6) }) : t('chooseHint')}
        </span>
        <Button size="small" icon={<AimOutlined aria-hidden />} disabled={!scene} onClick={() => scene?.takeMiddle()}>
          {t('takeMiddle')}
        </Button>
        {place && (
          <Button size="small" icon={<CloseOutlined aria-hidden />} onClick={() => onPlace(undefined)}>
            {t('unchoose')}
          </Button>
        )}
      </div>
    </>
  )
}
