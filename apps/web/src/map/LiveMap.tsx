import { ColumnWidthOutlined } from '@ant-design/icons'
import type { Area } from '@huanwei/contract/areas/endpoints'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Hideable, Layer } from '../live/layers.ts'
import type { ObjectKey, ObjectRef } from '../live/object-key.ts'
import type { Position } from './base/coordinates.ts'
import { MapCanvas } from './base/MapCanvas.tsx'
import { BaseMissing } from './base/MapNotice.tsx'
import { OnGround } from './base/OnGround.tsx'
import type { Ground } from './base/open-map.ts'
import { LayerControls } from './controls/LayerControls.tsx'
import { LiveLegend } from './controls/LiveLegend.tsx'
import { Control, MapControls } from './controls/MapControls.tsx'
import { Ruler } from './controls/Ruler.tsx'
import type { Bounds, LiveScene } from './scene/live-scene.ts'
import type { Marked } from './scene/marked.ts'
import type { Show } from './scene/shown-objects.ts'
import { useKeptView } from './scene/use-kept-view.ts'
import { useScene } from './scene/use-scene.ts'

type Props = {
  areas: Area[]
  selected: ObjectKey | null
  onSelect: (key: ObjectKey | null) => void
  /** Hears what part of the earth is in sight; undefined once there is no map any more. Always the same function. */
  onBounds: (bounds: Bounds | undefined) => void
  /** Keeps what is selected in the middle. */
  follow: boolean
  /** A new function when the answer changes. */
  show: Show
  /** The layers of the kind that is looked at; the same set while they are the same. */
  prominent: ReadonlySet<Layer>
  hidden: ReadonlySet<Hideable>
  /** Hides what is shown, and the other way round. */
  onHide: (what: Hideable) => void
  /** Trail of the selected object, oldest first, degrees WGS-84. */
  trail: [lng: number, lat: number][]
  /** The place of what is read beside the map; the same object while it is the same. */
  marked: Marked | undefined
  /** Pixels at the right that lie under something else. */
  covered: number
  /** The name on the marker; a new function when a name changes. */
  label: (object: ObjectRef) => string
}

/** The monitoring map. Positions come from the live stores, not through props; MapLibre loads when this is first shown. */
export const LiveMap = (props: Props) => <OnGround>{(ground) => <OpenedMap {...props} ground={ground} />}</OnGround>

function OpenedMap({ ground, ...props }: Props & { ground: Ground }) {
  const { onSelect, onBounds, label, show, hidden, onHide } = props
  const { t } = useTranslation('map')
  const frame = useRef<HTMLDivElement>(null)
  const select = useRef(onSelect)
  /** Undefined while nothing is measured. */
  const [measured, setMeasured] = useState<readonly Position[]>()
  const add = (place: Position) => setMeasured((now) => now && [...now, place])
  const endMeasuring = useCallback(() => setMeasured(undefined), [])
  const [isBaseMissing, setIsBaseMissing] = useState(false)
  const opened = useScene(async (place) => {
    const { openLiveScene } = await import('./scene/live-scene.ts')
    return openLiveScene(place, {
      ground,
      title: t('liveMap'),
      label,
      show,
      onSelect: (key) => select.current(key),
      onMeasure: add,
      onBaseFailure: () => setIsBaseMissing(true),
    })
  })
  const { scene } = opened

  useEffect(() => {
    select.current = onSelect
  }, [onSelect])
  useKeptView(scene)
  useEffect(() => {
    if (!scene) return
    const stop = scene.onBounds(onBounds)
    return () => {
      stop()
      onBounds(undefined)
    }
  }, [scene, onBounds])
  useEffect(() => scene?.setTitle(t('liveMap')), [scene, t])
  useShown(scene, props)
  useEffect(() => scene?.setRuler(measured), [scene, measured])

  return (
    <div className="map" ref={frame}>
      <MapCanvas {...opened} />
      {scene && (
        <MapControls scene={scene} frame={frame}>
          <LayerControls hidden={hidden} onHide={onHide} />
          <div>
            <Control
              text={t('ruler')}
              isPressed={measured !== undefined}
              onClick={() => setMeasured(measured ? undefined : [])}
              icon={<ColumnWidthOutlined />}
            />
          </div>
        </MapControls>
      )}
      <LiveLegend />
      {scene && measured && (
        <Ruler
          points={measured}
          onMiddle={() => add(scene.middle())}
          onUndo={() => setMeasured(measured.slice(0, -1))}
          onEnd={endMeasuring}
        />
      )}
      {isBaseMissing && <BaseMissing />}
    </div>
  )
}

type Shown = Omit<Props, 'onSelect' | 'onHide' | 'onBounds'>

/** Hands on to the scene what changes. */
function useShown(scene: LiveScene | null, props: Shown) {
  const { areas, selected, follow, show, prominent, hidden, trail, label, marked, covered } = props
  useEffect(() => scene?.setLabel(label), [scene, label])
  useEffect(() => scene?.setShow(show), [scene, show])
  useEffect(() => scene?.setProminent(prominent), [scene, prominent])
  useEffect(() => scene?.setSelected(selected), [scene, selected])
  useEffect(() => scene?.setFollow(follow), [scene, follow])
  useEffect(() => scene?.setAreas(areas), [scene, areas])
  const hasAreas = !hidden.has('area')
  useEffect(() => scene?.showAreas(hasAreas), [scene, hasAreas])
  useEffect(() => scene?.setTrail(trail), [scene, trail])
  useEffect(() => scene?.setCovered(covered), [scene, covered])
  useEffect(() => scene?.setMarked(marked), [scene, marked])
}
