import { BorderOuterOutlined } from '@ant-design/icons'
import type { Area } from '@huanwei/contract/areas/endpoints'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MapCanvas } from './base/MapCanvas.tsx'
import { BaseMissing } from './base/MapNotice.tsx'
import { OnGround } from './base/OnGround.tsx'
import type { Ground } from './base/open-map.ts'
import { Control, MapControls } from './controls/MapControls.tsx'
import type { Present } from './scene/history-scene.ts'
import { useScene } from './scene/use-scene.ts'
import type { Spot, Way } from './shapes/way-layers.ts'

type Props = {
  /** The same arrays while nothing changed. */
  ways: readonly Way[]
  spots: readonly Spot[]
  areas: readonly Area[]
  onSpot: (at: number) => void
  /** A card lies over the upper edge. */
  hasCard?: boolean
  /** Kept in sight. */
  followed: string | undefined
  /** Calls back with where everything is, now and whenever that changes; returns what ends it. */
  watch: (show: (present: readonly Present[]) => void) => () => void
}

/** Past ways on the map. Where things are at the moment shown does not travel through React. */
export const HistoryMap = (props: Props) => <OnGround>{(ground) => <OpenedMap {...props} ground={ground} />}</OnGround>

function OpenedMap({ ground, ways, spots, areas, onSpot, hasCard = false, followed, watch }: Props & { ground: Ground }) {
  const { t } = useTranslation('map')
  const frame = useRef<HTMLDivElement>(null)
  const choose = useRef(onSpot)
  const [hasAreas, setHasAreas] = useState(false)
  const [isBaseMissing, setIsBaseMissing] = useState(false)
  const opened = useScene(async (place) => {
    const { openHistoryScene } = await import('./scene/history-scene.ts')
    const onBaseFailure = () => setIsBaseMissing(true)
    return openHistoryScene(place, { ground, title: t('historyMap'), hasCard, onSpot: (at) => choose.current(at), onBaseFailure })
  })
  const { scene } = opened

  useEffect(() => {
    choose.current = onSpot
  }, [onSpot])
  useEffect(() => scene?.setTitle(t('historyMap')), [scene, t])
  useEffect(() => scene?.setWays(ways), [scene, ways])
  useEffect(() => scene?.setSpots(spots), [scene, spots])
  useEffect(() => scene?.setAreas(areas), [scene, areas])
  useEffect(() => scene?.showAreas(hasAreas), [scene, hasAreas])
  useEffect(() => scene?.setFollowed(followed), [scene, followed])
  useEffect(() => (scene ? watch(scene.setPresent) : undefined), [scene, watch])

  return (
    <div className="map" ref={frame}>
      <MapCanvas {...opened} />
      {scene && (
        <MapControls scene={scene} frame={frame}>
          <div>
            <Control
              text={t('areas')}
              onClick={() => setHasAreas(!hasAreas)}
              isPressed={hasAreas}
              icon={<BorderOuterOutlined />}
            />
          </div>
        </MapControls>
      )}
      {isBaseMissing && <BaseMissing />}
    </div>
  )
}
