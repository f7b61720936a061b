import type { Status } from '@huanwei/contract/live/codes'
import type { Layer } from '../../live/layers.ts'
import { clusterParts } from './cluster-signs.ts'
import type { Cluster } from './clusters.ts'
import { bodySign, labelSign, type Plate, type Sign, selectionSign, uprightSign } from './marker-signs.ts'
import { standingBody, standingUpright } from './standing-signs.ts'

/** Beyond this many drawn labels and parts of groups all are forgotten and drawn again as needed. */
const most = 3000

/** `body` lies below and turns with the heading where `turns`. */
type MarkerSign = { body: Sign; upright: Sign | undefined; turns: boolean }

/** Signs drawn once and kept, for one pixel ratio and one land. */
export function createSigns(ratio: number, plate: Plate) {
  const kept = new Map<string, Sign>()
  const bodies = new Map<string, MarkerSign>()
  const selection = selectionSign(ratio)

  function keep(key: string, draw: () => Sign): Sign {
    const known = kept.get(key)
    if (known) return known
    if (kept.size >= most) kept.clear()
    const sign = draw()
    kept.set(key, sign)
    return sign
  }

  const draw = (layer: Layer, status: Status): MarkerSign =>
    layer === 'vehicle'
      ? { body: bodySign(status, ratio), upright: uprightSign(status, ratio), turns: true }
      : { body: standingBody(layer, status, ratio), upright: standingUpright(layer, status, ratio), turns: layer === 'person' }

  return {
    ratio,
    selection,
    marker(layer: Layer, status: Status): MarkerSign {
      const key = `${layer} ${status}`
      const known = bodies.get(key)
      if (known) return known
      const drawn = draw(layer, status)
      bodies.set(key, drawn)
      return drawn
    },
    label: (text: string, isSelected: boolean) =>
      keep(`label ${isSelected} ${text}`, () => labelSign(text, isSelected, plate, ratio)),
    cluster: (cluster: Cluster) =>
      clusterParts(cluster).map(({ key, draw, offset: [x, y] }) => ({ sign: keep(key, () => draw(ratio)), x, y })),
  }
}
