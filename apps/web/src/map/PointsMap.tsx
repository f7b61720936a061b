import { useEffect, useRef } from 'react'
import { MapCanvas } from './base/MapCanvas.tsx'
import { OnGround } from './base/OnGround.tsx'
import type { Ground } from './base/open-map.ts'
import type { Point } from './scene/points-scene.ts'
import { useScene } from './scene/use-scene.ts'

type Props = {
  /** The same array while nothing changed. */
  points: readonly Point[]
  selected: number | undefined
  onSelect: (id: number) => void
  /** Name of the map for screen readers. */
  label: string
}

/** Things at their places; each can be pressed. MapLibre loads when this is first shown. */
export const PointsMap = (props: Props) => <OnGround>{(ground) => <OpenedMap {...props} ground={ground} />}</OnGround>

function OpenedMap({ ground, points, selected, onSelect, label }: Props & { ground: Ground }) {
  const select = useRef(onSelect)
  const opened = useScene(async (place) => {
    const { openPointsScene } = await import('./scene/points-scene.ts')
    return openPointsScene(place, { ground, title: label, onSelect: (id) => select.current(id) })
  })
  const { scene } = opened
  useEffect(() => {
    select.current = onSelect
  }, [onSelect])
  useEffect(() => scene?.setTitle(label), [scene, label])
  useEffect(() => scene?.show(points, selected), [scene, points, selected])
  return (
    <div className="map">
      <MapCanvas {...opened} />
    </div>
  )
}
