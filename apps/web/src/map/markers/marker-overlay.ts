import { Status } from '@huanwei/contract/live/codes'
import type { MapLibreMap } from 'maplibre-gl'
import type { Layer } from '../../live/layers.ts'
import type { ObjectRef } from '../../live/object-key.ts'
import { clusterRadius } from './cluster-signs.ts'
import { alarmsOf, type Cluster, groupMarkers, type Marker } from './clusters.ts'
import { createMarkerCanvas, nearnessOf } from './marker-canvas.ts'
import { type Drawn, type Hit, hitAmong } from './marker-hits.ts'
import { createMarkerNames } from './marker-names.ts'
import { markerRadius, type Plate } from './marker-signs.ts'
import { type View, viewOf } from './view.ts'

type Groups = { singles: Marker[]; clusters: Cluster[] }
type Options = { label: (object: ObjectRef) => string; plate: Plate; onLevel: () => void }

/**
 * Objects and groups on a canvas of their own above the map. A change of positions costs no frame of the map below and no trip to
 * its worker; while the map moves, both are drawn in the same frame. `onLevel`: the zoom has come to where others belong together;
 * until `take` says who, those of the last level are drawn.
 */
export function createMarkerOverlay(map: MapLibreMap, { label, plate, onLevel }: Options) {
  const canvas = createMarkerCanvas(map, plate)
  const names = createMarkerNames(canvas, label)
  const painter = createPainter(canvas)
  let selected: Marker | undefined
  let groups: Groups = { singles: [], clusters: [] }
  /** Keys of the groups drawn or on their way. */
  let level = Math.floor(map.getZoom())

  function draw() {
    const view = viewOf(map)
    if (!canvas.empty(view)) return
    if (level !== Math.floor(view.zoom)) {
      level = Math.floor(view.zoom)
      onLevel()
    }
    painter.draw(view, groups, selected)
    names.draw(painter.drawn(), view.zoom, selected?.key)
  }

  function onFrame() {
    const panned = canvas.panned()
    if (panned) canvas.shift(...panned)
    else draw()
  }

  map.on('render', onFrame)
  map.on('moveend', draw)

  return {
    draw,
    setLabel: names.setLabel,
    setProminent: painter.setProminent,
    hover: names.hover,
    /** Takes in all objects to show, in steps, to be drawn at the end; the selected one comes apart, since it never joins a group. */
    *take(all: readonly Marker[], chosen: Marker | undefined): Generator<void> {
      const found = yield* groupMarkers(all, level)
      const view = viewOf(map)
      const isNear = nearnessOf(view)
      for (const cluster of found.clusters) {
        if (!isNear(...view.place(cluster.x, cluster.y))) continue
        canvas.signs().cluster(cluster)
        yield
      }
      groups = found
      selected = chosen
    },
    /** Objects drawn at a point in CSS pixels, topmost first; a second click on a stack takes the next. */
    hitAt(x: number, y: number): Hit | undefined {
      const [right, down] = canvas.panned() ?? [0, 0]
      return hitAmong(painter.drawn(), x - right, y - down, selected?.key)
    },
    remove() {
      map.off('render', onFrame)
      map.off('moveend', draw)
      canvas.remove()
    },
  }
}

/** Of what is not of the kind that is looked at, and has no alarm. */
const faintAlpha = 0.45
/** Where a group is drawn beside its middle, px: groups of several kinds often have the same. */
const asides: Record<Layer, readonly [right: number, down: number]> = {
  vehicle: [0, 0],
  person: [20, -14],
  facility: [20, 16],
  can: [-20, 16],
}

/** Puts groups and objects on the canvas, and remembers what is where. */
function createPainter(canvas: ReturnType<typeof createMarkerCanvas>) {
  let drawn: Drawn[] = []
  let prominent: ReadonlySet<Layer> | undefined

  const isFaint = (layer: Layer | undefined, hasAlarm: boolean) =>
    prominent !== undefined && layer !== undefined && !prominent.has(layer) && !hasAlarm

  function drawCluster(cluster: Cluster, x: number, y: number, alpha: number) {
    for (const part of canvas.signs().cluster(cluster)) canvas.put(part.sign, x + part.x, y + part.y, 0, alpha)
    drawn.push({ x, y, radius: clusterRadius(cluster.size) + 3, hit: { kind: 'cluster', cluster } })
  }

  function drawMarker(marker: Marker, x: number, y: number, bearing: number, alpha = 1) {
    const { body, upright, turns } = canvas.signs().marker(marker.layer, marker.status)
    canvas.put(body, x, y, turns ? ((marker.direction - bearing) * Math.PI) / 180 : 0, alpha)
    if (upright) canvas.put(upright, x, y, 0, alpha)
    drawn.push({ x, y, radius: markerRadius + 2, hit: { kind: 'object', marker } })
  }

  /** The faint ones, or the others, above them. */
  function drawSome(view: View, { clusters, singles }: Groups, faint: boolean) {
    const isNear = nearnessOf(view)
    const alpha = faint ? faintAlpha : 1
    for (const cluster of clusters) {
      if (isFaint(cluster.layer, alarmsOf(cluster) > 0) !== faint) continue
      const [right, down] = cluster.layer ? asides[cluster.layer] : [0, 0]
      const [x, y] = view.place(cluster.x, cluster.y)
      if (isNear(x + right, y + down)) drawCluster(cluster, x + right, y + down, alpha)
    }
    for (const marker of singles) {
      if (isFaint(marker.layer, marker.status === Status.alert || marker.status === Status.warning) !== faint) continue
      const [x, y] = view.place(marker.x, marker.y)
      if (isNear(x, y)) drawMarker(marker, x, y, view.bearing, alpha)
    }
  }

  return {
    drawn: (): readonly Drawn[] => drawn,
    /** The layers that are looked at; undefined: all alike. */
    setProminent(layers: ReadonlySet<Layer> | undefined) {
      prominent = layers
    },
    draw(view: View, groups: Groups, selected: Marker | undefined) {
      drawn = []
      drawSome(view, groups, true)
      drawSome(view, groups, false)
      if (!selected) return
      const [x, y] = view.place(selected.x, selected.y)
      canvas.put(canvas.signs().selection, x, y)
      drawMarker(selected, x, y, view.bearing)
    },
  }
}
