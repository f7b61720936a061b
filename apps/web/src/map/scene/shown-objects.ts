import type { Status } from '@huanwei/contract/live/codes'
import type { MapLibreMap } from 'maplibre-gl'
import { inSlices } from '../../lib/turns.ts'
import type { Layer } from '../../live/layers.ts'
import { type ObjectKey, type ObjectRef, refOf } from '../../live/object-key.ts'
import type { Coordinates } from '../base/coordinates.ts'
import type { Marker } from '../markers/clusters.ts'
import { createMarkerOverlay } from '../markers/marker-overlay.ts'
import type { Plate } from '../markers/marker-signs.ts'
import { createMovingMarkers, positionsOf } from '../markers/moving-markers.ts'
import type { Camera } from './camera.ts'

/** Objects handled in one step. */
const lookedAtOnce = 1024

/** Layer of an object at a zoom; undefined hides it. */
export type Show = (object: ObjectRef & { status?: Status }, zoom: number) => Layer | undefined

type Options = {
  label: (object: ObjectRef) => string
  show: Show
  /** Colours of the names. */
  plate: Plate
}

/** The objects of the live stores above a map, in steps; the camera goes to the selected one. */
export function createShownObjects(map: MapLibreMap, coordinates: Coordinates, camera: Camera, { label, show, plate }: Options) {
  const overlay = createMarkerOverlay(map, { label, plate, onLevel: () => drawing.run() })
  const moving = createMovingMarkers(coordinates, () => drawing.run())
  let shownAs = show
  let selected: ObjectKey | null = null
  let isFollowing = false
  let isToBeCentred = false
  const drawing = createRepeated(drawShown)

  function* drawShown(): Generator<void> {
    const shown: Marker[] = []
    let looked = 0
    const zoom = map.getZoom()
    for (const marker of moving.all()) {
      const layer = shownAs(marker, zoom)
      if (layer) marker.layer = layer
      if (layer && marker.key !== selected) shown.push(marker)
      if (++looked % lookedAtOnce === 0) yield
    }
    const chosen = selected === null ? undefined : moving.get(refOf(selected))
    yield* overlay.take(shown, chosen)
    overlay.draw()
    if (chosen && isToBeCentred) {
      isToBeCentred = false
      camera.lookAt(chosen)
    } else if (chosen && isFollowing) camera.follow(chosen)
  }

  return {
    overlay,
    setLabel(name: Options['label']) {
      overlay.setLabel(name)
      overlay.draw()
    },
    /** Draws other layers than these faintly. */
    setProminent(layers: ReadonlySet<Layer>) {
      overlay.setProminent(layers)
      overlay.draw()
    },
    setShow(rule: Show) {
      shownAs = rule
      drawing.run()
    },
    /** Centres what was not selected before, as soon as it has a position. */
    setSelected(key: ObjectKey | null) {
      if (key === selected) return
      selected = key
      isToBeCentred = key !== null
      drawing.run()
    },
    setFollow(follows: boolean) {
      isFollowing = follows
      drawing.run()
    },
    /** WGS-84 positions of those that are shown. */
    positions: () => positionsOf((object) => shownAs(object, Number.POSITIVE_INFINITY) !== undefined),
    start: () => moving.start(),
    stop() {
      moving.stop()
      drawing.stop()
    },
  }
}

/** Runs `work` in slices; when asked meanwhile, once more afterwards. */
function createRepeated(work: () => Generator<void>) {
  let stop: (() => void) | undefined
  let isAsked = false
  function run() {
    isAsked = true
    if (stop) return
    isAsked = false
    stop = inSlices(work(), () => {
      stop = undefined
      if (isAsked) run()
    })
  }
  return {
    run,
    stop() {
      stop?.()
      stop = undefined
    },
  }
}
