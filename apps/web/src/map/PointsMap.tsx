import { getBaseMap } from '@huanwei/contract/sites/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { query } from '../lib/api.ts'
import { MapFailure, MapLoading } from './MapNotice.tsx'
import type { Ground } from './open-map.ts'
import type { Point } from './points-scene.ts'
import { useLand } from './use-land.ts'
import { useScene } from './use-scene.ts'
import './map.css'

type Props = {
  /** The same array while nothing changed. */
  points: readonly Point[]
  selected: number | undefined
  onSelect: (id: number) => void
  /** Name of the map for screen readers. */
  label: string
}

/** Things at their places; each can be pressed. MapLibre loads when this is first shown. */
export function PointsMap(props: Props) {
  const ground = useQuery({ ...query(getBaseMap, {}), staleTime: Number.POSITIVE_INFINITY })
  const land = useLand()
  if (ground.data) return <OpenedMap key={land.ground} {...props} ground={{ ...ground.data, land }} />
  return (
    <div className="map">
      {ground.error ? <MapFailure error={ground.error} onRetry={() => ground.refetch()} /> : <MapLoading />}
    </div>
  )
}

function OpenedMap({ ground, points, selected, onSelect, label }: Props & { ground: Ground }) {
  const select = useRef(onSelect)
  const { element, scene, failure, retry } = useScene(async (place) => {
    const { openPointsScene } = await import('./points-scene.ts')
    return openPointsScene(place, { ground, title: label, onSelect: (id) => select.current(id) })
  })
  useEffect(() => {
    select.current = onSelect
  }, [onSelect])
  useEffect(() => scene?.setTitle(label), [scene, label])
  useEffect(() => scene?.show(points, selected), [scene, points, selected])
  return (
    <div className="map">
      <div className="map-canvas" ref={element} />
      {failure !== null && <MapFailure error={failure} onRetry={retry} />}
      {!scene && failure === null && <MapLoading />}
    </div>
  )
}
