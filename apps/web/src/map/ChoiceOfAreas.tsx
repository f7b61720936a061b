import type { Area } from '@huanwei/contract/areas/endpoints'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { MapCanvas } from './base/MapCanvas.tsx'
import { OnGround } from './base/OnGround.tsx'
import type { Ground } from './base/open-map.ts'
import { MapControls } from './controls/MapControls.tsx'
import { useScene } from './scene/use-scene.ts'

type Props = {
  areas: readonly Area[]
  chosen: number | undefined
  onChoose: (id: number) => void
}

/** Areas on a map; one is chosen by a click, and the map goes to the one that is. */
export const ChoiceOfAreas = (props: Props) => <OnGround>{(ground) => <OpenedMap {...props} ground={ground} />}</OnGround>

function OpenedMap({ ground, areas, chosen, onChoose }: Props & { ground: Ground }) {
  const { t } = useTranslation('map')
  const frame = useRef<HTMLDivElement>(null)
  const choose = useRef(onChoose)
  const opened = useScene(async (place) => {
    const { openAreasScene } = await import('./scene/areas-scene.ts')
    return openAreasScene(place, { ground, title: t('areasChoice'), onChoose: (id) => choose.current(id) })
  })
  const { scene } = opened
  useEffect(() => {
    choose.current = onChoose
  }, [onChoose])
  useEffect(() => scene?.setTitle(t('areasChoice')), [scene, t])
  useEffect(() => scene?.show(areas, chosen), [scene, areas, chosen])

  return (
    <div className="map" ref={frame}>
      <MapCanvas {...opened} />
      {scene && <MapControls scene={scene} frame={frame} />}
    </div>
  )
}
