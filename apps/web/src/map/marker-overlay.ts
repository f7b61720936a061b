import type { MapLibreMap } from 'maplibre-gl'
import type { ObjectKey, ObjectRef } from '../live/object-key.ts'
import { clusterRadius } from './cluster-signs.ts'
import { type Cluster, groupMarkers, type Marker } from './clusters.ts'
import { markerRadius, type Sign } from './marker-signs.ts'
import { createSigns } from './sign-store.ts'
import { type View, viewOf } from './view.ts'

/** From this zoom on every object carries its name. Source: spec 1, section 9 (the map opens at 13, one step out). */
const labelsFrom = 14
/** Pixels beyond the edge within which a marker is still drawn. */
const margin = 40
/** Pixels drawn beyond each edge, so that panning by less only shifts the canvas. */
const spare = 160

export type Hit = { kind: 'object'; marker: Marker } | { kind: 'cluster'; cluster: Cluster }
type Drawn = { x: number; y: number; radius: number; hit: Hit }

/** Tells whether a place in CSS pixels is on the canvas, or so near that what stands there reaches onto it. */
function nearnessOf({ width, height }: View) {
  const reach = spare + margin
  return (x: number, y: number) => x > -reach && y > -reach && x < width + reach && y < height + reach
}

/**
 * Objects and groups on a canvas of their own above the map. A change of positions costs no frame of the map below and no trip to
 * its worker; while the map moves, both are drawn in the same frame. `onLevel`: the zoom has come to where others belong together;
 * until `take` says who, those of the last level are drawn.
 */
export function createMarkerOverlay(map: MapLibreMap, label: (object: ObjectRef) => string, onLevel: () => void) {
  const canvas = document.createElement('canvas')
  canvas.className = 'map-markers'
  canvas.setAttribute('aria-hidden', 'true')
  map.getCanvasContainer().append(canvas)
  const context = canvas.getContext('2d')

  let selected: Marker | undefined
  let hovered: ObjectKey | undefined
  let nameOf = label
  let groups: { singles: Marker[]; clusters: Cluster[] } = { singles: [], clusters: [] }
  /** Of the groups drawn or on their way. */
  let level = Math.floor(map.getZoom())
  let signs = createSigns(window.devicePixelRatio)
  let drawn: Drawn[] = []
  let drawnView: View | undefined

  function put(target: CanvasRenderingContext2D, { image, width, height }: Sign, x: number, y: number, turn = 0) {
    const { ratio } = signs
    if (turn === 0) target.setTransform(1, 0, 0, 1, (x + spare) * ratio, (y + spare) * ratio)
    else {
      const [cosine, sine] = [Math.cos(turn), Math.sin(turn)]
      target.setTransform(cosine, sine, -sine, cosine, (x + spare) * ratio, (y + spare) * ratio)
    }
    target.drawImage(image, (-width * ratio) / 2, (-height * ratio) / 2)
  }

  function drawMarker(target: CanvasRenderingContext2D, view: View, marker: Marker, x: number, y: number) {
    const { body, upright, turns } = signs.marker(marker.layer, marker.status)
    put(target, body, x, y, turns ? ((marker.direction - view.bearing) * Math.PI) / 180 : 0)
    if (upright) put(target, upright, x, y)
    drawn.push({ x, y, radius: markerRadius + 2, hit: { kind: 'object', marker } })
  }

  /** Names under the objects, the most prominent first; one that would cover a name or a marker is left out. */
  function drawLabels(target: CanvasRenderingContext2D, objects: readonly Drawn[]) {
    const placed: { x: number; y: number; width: number }[] = []
    for (const { x, y, hit } of objects.toReversed()) {
      if (hit.kind !== 'object') continue
      const { key } = hit.marker
      const isSelected = key === selected?.key
      const sign = signs.label(nameOf(hit.marker), isSelected)
      const top = y + markerRadius + (isSelected ? 20 : 12)
      const isFree =
        placed.every((one) => Math.abs(one.y - top) > 20 || Math.abs(one.x - x) > (one.width + sign.width) / 2) &&
        drawn.every((one) => Math.abs(one.y - top) > 16 || Math.abs(one.x - x) > sign.width / 2 + 6)
      if (!isFree && !isSelected && key !== hovered) continue
      placed.push({ x, y: top, width: sign.width })
      put(target, sign, x, top)
    }
  }

  function fitCanvas(view: View) {
    if (signs.ratio !== window.devicePixelRatio) signs = createSigns(window.devicePixelRatio)
    const [width, height] = [view.width + 2 * spare, view.height + 2 * spare]
    const [across, down] = [Math.round(width * signs.ratio), Math.round(height * signs.ratio)]
    if (canvas.width === across && canvas.height === down) return
    canvas.width = across
    canvas.height = down
    canvas.style.width = `${width}px`
    canvas.style.height = `${height}px`
  }

  function draw() {
    if (!context) return
    const view = viewOf(map)
    fitCanvas(view)
    drawnView = view
    canvas.style.translate = `${-spare}px ${-spare}px`
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.clearRect(0, 0, canvas.width, canvas.height)
    if (level !== Math.floor(view.zoom)) {
      level = Math.floor(view.zoom)
      onLevel()
    }
    drawn = []
    const isNear = nearnessOf(view)
    for (const cluster of groups.clusters) {
      const [x, y] = view.place(cluster.x, cluster.y)
      if (!isNear(x, y)) continue
      for (const part of signs.cluster(cluster)) put(context, part.sign, x + part.x, y + part.y)
      drawn.push({ x, y, radius: clusterRadius(cluster.size) + 3, hit: { kind: 'cluster', cluster } })
    }
    for (const marker of groups.singles) {
      const [x, y] = view.place(marker.x, marker.y)
      if (isNear(x, y)) drawMarker(context, view, marker, x, y)
    }
    if (selected) {
      const [x, y] = view.place(selected.x, selected.y)
      put(context, signs.selection, x, y)
      drawMarker(context, view, selected, x, y)
    }
    const named =
      view.zoom >= labelsFrom
        ? drawn
        : drawn.filter(({ hit }) => hit.kind === 'object' && (hit.marker.key === selected?.key || hit.marker.key === hovered))
    drawLabels(context, named)
  }

  /** The pixels the map has been panned since the last drawing; undefined when it was zoomed, turned, resized or panned too far. */
  function shift(): readonly [number, number] | undefined {
    const view = viewOf(map)
    if (!drawnView || view.zoom !== drawnView.zoom || view.bearing !== drawnView.bearing) return undefined
    if (view.width !== drawnView.width || view.height !== drawnView.height) return undefined
    const [x, y] = view.place(drawnView.x, drawnView.y)
    const [right, down] = [x - view.width / 2, y - view.height / 2]
    return Math.abs(right) < spare && Math.abs(down) < spare ? [right, down] : undefined
  }

  function onFrame() {
    const moved = shift()
    if (moved) canvas.style.translate = `${moved[0] - spare}px ${moved[1] - spare}px`
    else draw()
  }

  map.on('render', onFrame)
  map.on('moveend', draw)

  return {
    draw,
    /** Takes in all objects to show, in steps, to be drawn at the end; the selected one comes apart, since it never joins a group. */
    *take(all: readonly Marker[], chosen: Marker | undefined): Generator<void> {
      const found = yield* groupMarkers(all, level)
      const view = viewOf(map)
      const isNear = nearnessOf(view)
      for (const cluster of found.clusters) {
        if (!isNear(...view.place(cluster.x, cluster.y))) continue
        signs.cluster(cluster)
        yield
      }
      groups = found
      selected = chosen
    },
    setLabel(name: (object: ObjectRef) => string) {
      nameOf = name
    },
    /** The object under the pointer shows its name; tells whether that changed anything. */
    hover(key: ObjectKey | undefined): boolean {
      const isChange = hovered !== key
      hovered = key
      return isChange
    },
    /** What is drawn at a place in CSS pixels, topmost first; a click again on a stack goes on to the next in it. */
    hitAt(x: number, y: number): Hit | undefined {
      const [right, down] = shift() ?? [0, 0]
      const found = drawn.filter((one) => Math.hypot(one.x + right - x, one.y + down - y) <= one.radius).toReversed()
      const stack = found
        .flatMap(({ hit }) => (hit.kind === 'object' ? [hit] : []))
        .sort((a, b) => a.marker.key.localeCompare(b.marker.key))
      const at = stack.findIndex(({ marker }) => marker.key === selected?.key)
      return at < 0 ? found.at(0)?.hit : stack[(at + 1) % stack.length]
    },
    remove() {
      map.off('render', onFrame)
      map.off('moveend', draw)
      canvas.remove()
    },
  }
}
