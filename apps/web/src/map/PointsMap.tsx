import { useEffect, useRef } from 'react'
import type { Position } from './base/coordinates.ts'
import { MapCanvas } from './base/MapCanvas.tsx'
import { OnGround } from './base/OnGround.tsx'
import type { Ground } from './base/open-map.ts'
import type { Point } from './scene/points-scene.ts'
import type { ToneLine } from './scene/tone-lines.ts'
import { useScene } from './scene/use-scene.ts'

type Props = {
  /** The same array while nothing changed. */
  points: readonly Point[]
  selected: number | undefined
  onSelect: (id: number) => void
  /** A way along the points, drawn as a line; the same array while nothing changed. */
  line?: readonly Position[]
  /** Where the line begins. */
  start?: { lng: number; lat: number; label: string }
  /** Lines in tones below the points; the same array while nothing changed. */
  tones?: readonly ToneLine[]
  /** A click on one of these lines. */
  onLine?: (id: number) => void
  /** A click beside the points. */
  onPlace?: (place: { lng: number; lat: number }) => void
  /** Zoom that the first view of the points does not exceed. */
  closest?: number
  /** Name of the map for screen readers. */
  label: string
}

/** Things at their places; each can be pressed. MapLibre loads when this is first shown. */
export const PointsMap = (props: Props) => <OnGround>{(ground) => <OpenedMap {...props} ground={ground} />}</OnGround>

function OpenedMap({
  ground,
  points,
  selected,
  onSelect,
  label,
  closest,
  line,
  start,
  tones,
  onLine,
  onPlace,
}: Props & { ground: Ground }) {
  const select = useRef(onSelect)
  const pressLine = useRef(onLine)
  const opened = useScene(async (place) => {
    const { openPointsScene } = await import('./scene/points-scene.ts')
    return openPointsScene(place, {
      ground,
      title: label,
      closest,
      onSelect: (id) => select.current(id),
      onLine: (id) => pressLine.current?.(id),
    })
  })
  const { scene } = opened
  useEffect(() => {
    select.current = onSelect
    pressLine.current = onLine
  }, [onSelect, onLine])
  useEffect(() => (onPlace ? scene?.listen(onPlace) : undefined), [scene, onPlace])
  useEffect(() => scene?.showLine(line ?? [], start), [scene, line, start])
  useEffect(() => scene?.setTitle(label), [scene, label])
  useEffect(() => scene?.show(points, selected, tones), [scene, points, selected, tones])
  return (
    <div className="map">
      <MapCanvas {...opened} />
    </div>
  )
}
