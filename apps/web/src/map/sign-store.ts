import type { Status } from '@huanwei/contract/live/codes'
import { clusterParts } from './cluster-signs.ts'
import type { Cluster } from './clusters.ts'
import { bodySign, labelSign, type Sign, selectionSign, uprightSign } from './marker-signs.ts'

/** Beyond this many drawn labels and parts of groups all are forgotten and drawn again as needed. */
const most = 3000

/** Signs drawn once and kept, for one pixel ratio. */
export function createSigns(ratio: number) {
  const kept = new Map<string, Sign>()
  const bodies = new Map<Status, { body: Sign; upright: Sign | undefined }>()
  const selection = selectionSign(ratio)

  function keep(key: string, draw: () => Sign): Sign {
    const known = kept.get(key)
    if (known) return known
    if (kept.size >= most) kept.clear()
    const sign = draw()
    kept.set(key, sign)
    return sign
  }

  return {
    ratio,
    selection,
    marker(status: Status) {
      const known = bodies.get(status)
      if (known) return known
      const drawn = { body: bodySign(status, ratio), upright: uprightSign(status, ratio) }
      bodies.set(status, drawn)
      return drawn
    },
    label: (text: string, isSelected: boolean) => keep(`label ${isSelected} ${text}`, () => labelSign(text, isSelected, ratio)),
    cluster: (cluster: Cluster) =>
      clusterParts(cluster).map(({ key, draw, offset: [x, y] }) => ({ sign: keep(key, () => draw(ratio)), x, y })),
  }
}
