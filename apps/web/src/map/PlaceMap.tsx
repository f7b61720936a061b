import { AimOutlined, CloseOutlined } from '@ant-design/icons'
import { getBaseMap } from '@huanwei/contract/sites/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../lib/api.ts'
import { MapFailure, MapLoading } from './MapNotice.tsx'
import type { Ground } from './open-map.ts'
import type { Place } from './PlaceField.tsx'
import { useLand } from './use-land.ts'
import { useScene } from './use-scene.ts'
import './map.css'

type Props = { place: Place | undefined; onPlace: (place: Place | undefined) => void }

/** A map that a place is chosen on. */
export function PlaceMap(props: Props) {
  const ground = useQuery({ ...query(getBaseMap, {}), staleTime: Number.POSITIVE_INFINITY })
  const land = useLand()
  if (ground.data) return <OpenedMap key={land.ground} {...props} ground={{ ...ground.data, land }} />
  return (
    <div className="map map-mini">
      {ground.error ? <MapFailure error={ground.error} onRetry={() => ground.refetch()} /> : <MapLoading />}
    </div>
  )
}

function OpenedMap({ ground, place, onPlace }: Props & { ground: Ground }) {
  const { t } = useTranslation('map')
  const choose = useEffectEvent(onPlace)
  const { element, scene, failure, retry } = useScene(async (container) => {
    const { openPlaceScene } = await import('./place-scene.ts')
    return openPlaceScene(container, ground, t('choose'))
  })
  useEffect(() => scene?.listen(([lng, lat]) => choose({ lng, lat })), [scene])
  useEffect(() => scene?.show(place && [place.lng, place.lat]), [scene, place])

  return (
    <>
      <div className="map map-mini">
        <div className="map-canvas" ref={element} />
        {scene && <span className="map-middle" aria-hidden="true" />}
        {failure !== null && <MapFailure error={failure} onRetry={retry} />}
        {!scene && failure === null && <MapLoading />}
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
