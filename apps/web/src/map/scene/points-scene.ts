import { Status } from '@huanwei/contract/live/codes'
import { LngLatBounds, Marker } from 'maplibre-gl'
import { i18n } from '../../i18n/i18n.ts'
import { type Coordinates, coordinatesOf, fromUnitSquare, type Position, toBaseMap, toUnitSquare } from '../base/coordinates.ts'
import { type Ground, openMap } from '../base/open-map.ts'
import { type Cluster, groupMarkers } from '../markers/clusters.ts'
import { boundsOf } from '../shapes/shapes.ts'
import type { Scene } from './scene.ts'
import { stillScene } from './still-scene.ts'
import { createToneLines, type ToneLine } from './tone-lines.ts'
import { createWayLine } from './way-line.ts'

export type PointTone = 'plain' | 'good' | 'warn' | 'bad'
/** Something that stands at a place, degrees WGS-84. `number`: its place in an order, written on it. `isRinged`: a second sign beside the tone. */
export type Point = {
  id: number
  lng: number
  lat: number
  tone: PointTone
  label: string
  number?: number | undefined
  isRinged?: boolean
}

const statusOf: Record<PointTone, Status> = {
  plain: Status.stationary,
  good: Status.moving,
  warn: Status.warning,
  bad: Status.alert,
}
/** Close enough to tell neighbours apart. */
const closeUp = 16

type Options = {
  ground: Ground
  title: string
  /** Zoom that the first view of the points does not exceed. */
  closest?: number | undefined
  onSelect: (id: number) => void
  onLine?: (id: number) => void
}

/** Hundreds of places on a map; what lies close together is one button with its number, until one looks closer. Throws NoWebGl. */
export function openPointsScene(element: HTMLElement, { ground, title, closest = closeUp, onSelect, onLine }: Options) {
  const coordinates = coordinatesOf(ground.base)
  const map = openMap(element, ground, title)
  map.on('error', () => element.setAttribute('data-base', 'missing'))
  let points: readonly Point[] = []
  let selected: number | undefined
  let drawn: Marker[] = []
  let level: number | undefined
  let isFitted = false

  function put(place: Position, button: HTMLButtonElement) {
    drawn.push(new Marker({ element: button }).setLngLat(place).addTo(map))
  }

  function draw() {
    for (const marker of drawn) marker.remove()
    drawn = []
    level = Math.floor(map.getZoom())
    const { clusters, singles } = groupsOf(points, coordinates, level)
    // A plain number would be taken for one of the order.
    const times = points.some(({ number }) => number !== undefined) ? '×' : ''
    for (const cluster of clusters) {
      const tone = cluster.mix.has(Status.alert) ? 'bad' : cluster.mix.has(Status.warning) ? 'warn' : 'plain'
      const name = i18n.t('map:together', { count: cluster.size })
      put(
        fromUnitSquare(cluster.x, cluster.y),
        pointButton(tone, `${times}${cluster.size}`, name, () => enter(cluster)),
      )
    }
    for (const { id, tone, label, place, number = '', isRinged = false } of singles) {
      const button = pointButton(tone, String(number), number === '' ? label : `${number}. ${label}`, () => onSelect(id))
      if (id === selected) button.setAttribute('aria-current', 'true')
      button.toggleAttribute('data-ringed', isRinged)
      put(place, button)
    }
  }

  function enter({ x0, y0, x1, y1 }: Cluster) {
    const bounds = boundsOf([fromUnitSquare(x0, y0), fromUnitSquare(x1, y1)])
    if (bounds) map.fitBounds(new LngLatBounds(bounds), { padding: 56, maxZoom: Math.max(map.getZoom() + 1, closeUp) })
  }

  const way = createWayLine(map, coordinates)
  const tones = createToneLines(map, coordinates, onLine)

  map.on('zoomend', () => Math.floor(map.getZoom()) !== level && draw())

  return {
    ...stillScene(map),
    ...way,
    /** All of them; the first time the map shows where they are. */
    show(next: readonly Point[], open: number | undefined, lines: readonly ToneLine[] = []) {
      points = next
      tones.showTones(lines)
      const main = lines.filter(({ tone }) => tone !== 'plain')
      const fitted = main.length || next.length ? main : lines
      const places = [...next.map(({ lng, lat }): Position => [lng, lat]), ...fitted.flatMap((one) => one.lines.flat())]
      const bounds = isFitted ? undefined : boundsOf(places.map((place) => toBaseMap(coordinates, place)))
      if (bounds) map.fitBounds(new LngLatBounds(bounds), { padding: 40, maxZoom: closest, animate: false })
      isFitted ||= places.length > 0
      const chosen = open !== selected ? next.find(({ id }) => id === open) : undefined
      selected = open
      if (chosen) map.easeTo({ center: toBaseMap(coordinates, [chosen.lng, chosen.lat]), zoom: Math.max(map.getZoom(), closeUp) })
      draw()
    },
  } satisfies Scene & Record<string, unknown>
}

function pointButton(tone: PointTone, text: string, label: string, onClick: () => void) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'map-point'
  button.dataset.tone = tone
  button.textContent = text
  button.title = label
  button.setAttribute('aria-label', label)
  button.addEventListener('click', onClick)
  return button
}

/** Points that lie close together at a zoom, and the others. Places are on the base map. */
function groupsOf(points: readonly Point[], coordinates: Coordinates, level: number) {
  const byId = new Map(points.map((point) => [point.id, point]))
  const markers = points.map(({ id, lng, lat, tone }) => {
    const { x, y } = toUnitSquare(toBaseMap(coordinates, [lng, lat]))
    return { id, x, y, status: statusOf[tone] }
  })
  const steps = groupMarkers(markers, level)
  let step = steps.next()
  while (!step.done) step = steps.next()
  const { clusters, singles } = step.value
  return {
    clusters,
    singles: singles.flatMap(({ id, x, y }) => {
      const point = byId.get(id)
      return point ? [{ ...point, place: fromUnitSquare(x, y) }] : []
    }),
  }
}
