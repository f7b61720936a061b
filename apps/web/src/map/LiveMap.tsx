import type { Area } from '@huanwei/contract/areas/endpoints'
import { getBaseMap } from '@huanwei/contract/sites/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../lib/api.ts'
import { MapControls } from './MapControls.tsx'
import { MapFailure, MapLoading } from './MapNotice.tsx'
import type { Ground } from './open-map.ts'
import { useLand } from './use-land.ts'
import { useScene } from './use-scene.ts'
import './map.css'

type Props = {
  areas: Area[]
  selected: number | null
  onSelect: (id: number | null) => void
  /** Keeps the selected vehicle in the middle. */
  follow: boolean
  /** Which vehicles are shown; a new function when the answer changes. */
  visible: (id: number) => boolean
  /** Where the selected vehicle came along, oldest first, degrees WGS-84. */
  trail: [lng: number, lat: number][]
  /** The name on the marker; a new function when a name changes. */
  label: (id: number) => string
}

/** The monitoring map. Positions come from the live store, not through props; MapLibre loads when this is first shown. */
export function LiveMap(props: Props) {
  const ground = useQuery({ ...query(getBaseMap, {}), staleTime: Number.POSITIVE_INFINITY })
  const land = useLand()
  if (ground.data) return <OpenedMap key={land.ground} {...props} ground={{ ...ground.data, land }} />
  return (
    <div className="map">
      {ground.error ? <MapFailure error={ground.error} onRetry={() => ground.refetch()} /> : <MapLoading />}
    </div>
  )
}

function OpenedMap({ ground, areas, selected, onSelect, follow, visible, trail, label }: Props & { ground: Ground }) {
  const { t } = useTranslation('map')
  const frame = useRef<HTMLDivElement>(null)
  const select = useRef(onSelect)
  const [hasAreas, setHasAreas] = useState(true)
  const [isBaseMissing, setIsBaseMissing] = useState(false)
  const { element, scene, failure, retry } = useScene(async (place) => {
    const { openLiveScene } = await import('./live-scene.ts')
    return openLiveScene(place, {
      ground,
      title: t('liveMap'),
      label,
      visible,
      onSelect: (id) => select.current(id),
      onBaseFailure: () => setIsBaseMissing(true),
    })
  })

  useEffect(() => {
    select.current = onSelect
  }, [onSelect])
  useEffect(() => scene?.setTitle(t('liveMap')), [scene, t])
  useEffect(() => scene?.setLabel(label), [scene, label])
  useEffect(() => scene?.setVisible(visible), [scene, visible])
  useEffect(() => scene?.setSelected(selected), [scene, selected])
  useEffect(() => scene?.setFollow(follow), [scene, follow])
  useEffect(() => scene?.setAreas(areas), [scene, areas])
  useEffect(() => scene?.showAreas(hasAreas), [scene, hasAreas])
  useEffect(() => scene?.setTrail(trail), [scene, trail])

  return (
    <div className="map" ref={frame}>
      <div className="map-canvas" ref={element} />
      {failure !== null && <MapFailure error={failure} onRetry={retry} />}
      {!scene && failure === null && <MapLoading />}
      {scene && <MapControls scene={scene} frame={frame} hasAreas={hasAreas} onAreas={setHasAreas} />}
      {isBaseMissing && (
        <p className="map-banner" role="status">
          {t('baseMissing')}
        </p>
      )}
    </div>
  )
}
