import type { MapLibreMap } from 'maplibre-gl'
import type { ObjectRef } from '../../live/object-key.ts'
import { clusterRadius } from './cluster-signs.ts'
import { type Cluster, groupMarkers, type Marker } from './clusters.ts'
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

/** Puts groups and objects on the canvas, and remembers what is where. */
function createPainter(canvas: ReturnType<typeof createMarkerCanvas>) {
  let drawn: Drawn[] = []

  function drawCluster(cluster: Cluster, x: number, y: number) {
    for (const part of canvas.signs().cluster(cluster)) canvas.put(part.sign, x + part.x, y + part.y)
    drawn.push({ x, y, radius: clusterRadius(cluster.size) + 3, hit: { kind: 'cluster', cluster } })
  }

  function drawMarker(marker: Marker, x: number, y: number, bearing: number) {
    const { body, upright, turns } = canvas.signs().marker(marker.layer, marker.status)
    canvas.put(body, x, y, turns ? ((marker.direction - bearing) * Math.PI) / 180 : 0)
    if (upright) canvas.put(upright, x, y)
    drawn.push({ x, y, radius: markerRadius + 2, hit: { kind: 'object', marker } })
  }

  return {
    drawn: (): readonly Drawn[] => drawn,
    draw(view: View, { clusters, singles }: Groups, selected: Marker | undefined) {
      drawn = []
      const isNear = nearnessOf(view)
      for (const cluster of clusters) {
        const [x, y] = view.place(cluster.x, cluster.y)
        if (isNear(x, y)) drawCluster(cluster, x, y)
      }
      for (const marker of singles) {
        const [x, y] = view.place(marker.x, marker.y)
        if (isNear(x, y)) drawMarker(marker, x, y, view.bearing)
      }
      if (!selected) return
      const [x, y] = view.place(selected.x, selected.y)
      canvas.put(canvas.signs().selection, x, y)
      drawMarker(selected, x, y, view.bearing)
    },
  }
}
