import type { ObjectKey, ObjectRef } from '../../live/object-key.ts'
import type { MarkerCanvas } from './marker-canvas.ts'
import type { Drawn } from './marker-hits.ts'
import { markerRadius } from './marker-signs.ts'

/** From this zoom on every object carries its name. Source: spec 1, section 9 (the map opens at 13, one step out). */
const labelsFrom = 14

/** Names under the objects; below `labelsFrom` those of the selected one and of the one under the pointer only. */
export function createMarkerNames(canvas: MarkerCanvas, label: (object: ObjectRef) => string) {
  let nameOf = label
  let hovered: ObjectKey | undefined

  return {
    setLabel(name: (object: ObjectRef) => string) {
      nameOf = name
    },
    /** The object under the pointer shows its name; tells whether that changed anything. */
    hover(key: ObjectKey | undefined): boolean {
      const isChange = hovered !== key
      hovered = key
      return isChange
    },
    /** Draws names, the most prominent first; one that would cover a name or a marker is left out. */
    draw(drawn: readonly Drawn[], zoom: number, selected: ObjectKey | undefined) {
      const isNamed = ({ hit }: Drawn) => hit.kind === 'object' && (hit.marker.key === selected || hit.marker.key === hovered)
      const named = zoom >= labelsFrom ? drawn : drawn.filter(isNamed)
      const placed: { x: number; y: number; width: number }[] = []
      for (const { x, y, hit } of named.toReversed()) {
        if (hit.kind !== 'object') continue
        const { key } = hit.marker
        const isSelected = key === selected
        const sign = canvas.signs().label(nameOf(hit.marker), isSelected)
        const top = y + markerRadius + (isSelected ? 20 : 12)
        const isFree =
          placed.every((one) => Math.abs(one.y - top) > 20 || Math.abs(one.x - x) > (one.width + sign.width) / 2) &&
          drawn.every((one) => Math.abs(one.y - top) > 16 || Math.abs(one.x - x) > sign.width / 2 + 6)
        if (!isFree && !isSelected && key !== hovered) continue
        placed.push({ x, y: top, width: sign.width })
        canvas.put(sign, x, top)
      }
    },
  }
}
