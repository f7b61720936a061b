import type { Area } from '@huanwei/contract/areas/endpoints'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MapCanvas } from './MapCanvas.tsx'
import { MapControls } from './MapControls.tsx'
import { BaseMissing } from './MapNotice.tsx'
import { OnGround } from './OnGround.tsx'
import type { Ground } from './open-map.ts'
import { useScene } from './use-scene.ts'

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
export const LiveMap = (props: Props) => <OnGround>{(ground) => <OpenedMap {...props} ground={ground} />}</OnGround>

function OpenedMap({ ground, areas, selected, onSelect, follow, visible, trail, label }: Props & { ground: Ground }) {
  const { t } = useTranslation('map')
  const frame = useRef<HTMLDivElement>(null)
  const select = useRef(onSelect)
  const [hasAreas, setHasAreas] = useState(true)
  const [isBaseMissing, setIsBaseMissing] = useState(false)
  const opened = useScene(async (place) => {
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
  const { scene } = opened

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
      <MapCanvas {...opened} />
      {scene && <MapControls scene={scene} frame={frame} hasAreas={hasAreas} onAreas={setHasAreas} />}
      {isBaseMissing && <BaseMissing />}
    </div>
  )
}
