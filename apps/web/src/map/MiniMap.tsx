import { getBaseMap } from '@huanwei/contract/sites/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../lib/api.ts'
import { MapFailure, MapLoading } from './MapNotice.tsx'
import type { Ground } from './open-map.ts'
import { useLand } from './use-land.ts'
import { useScene } from './use-scene.ts'
import './map.css'

/** Degrees WGS-84. */
type Props = { lng: number; lat: number; trail?: [lng: number, lat: number][] }

/** One place on a small map, with the way that led to it. */
export function MiniMap(props: Props) {
  const ground = useQuery({ ...query(getBaseMap, {}), staleTime: Number.POSITIVE_INFINITY })
  const land = useLand()
  if (ground.data) return <OpenedMap key={land.ground} {...props} ground={{ ...ground.data, land }} />
  return (
    <div className="map map-mini">
      {ground.error ? <MapFailure error={ground.error} onRetry={() => ground.refetch()} /> : <MapLoading />}
    </div>
  )
}

function OpenedMap({ ground, lng, lat, trail }: Props & { ground: Ground }) {
  const { t } = useTranslation('map')
  const title = t('place', { east: lng.toFixed(6), north: lat.toFixed(6) })
  const { element, scene, failure, retry } = useScene(async (place) => {
    const { openMiniScene } = await import('./mini-scene.ts')
    return openMiniScene(place, ground, title)
  })
  useEffect(() => scene?.setTitle(title), [scene, title])
  useEffect(() => scene?.show([lng, lat], trail ?? []), [scene, lng, lat, trail])

  return (
    <div className="map map-mini">
      <div className="map-canvas" ref={element} />
      {failure !== null && <MapFailure error={failure} onRetry={retry} />}
      {!scene && failure === null && <MapLoading />}
    </div>
  )
}
