import { Status } from '@huanwei/contract/live/codes'
import type { Layer } from '../../live/layers.ts'
import { fontFamily, statusColour } from '../base/palette.ts'
import { alarmsOf, type Cluster } from './clusters.ts'
import { drawOnce, type Sign } from './marker-signs.ts'
import { glyphs } from './standing-signs.ts'

/** Around the ring from the top, what needs eyes first. */
const order = [Status.alert, Status.warning, Status.moving, Status.stationary, Status.offline] as const

/** Pixels from the middle of a group to its edge: grows with the number of digits only, so that it does not breathe. */
export const clusterRadius = (size: number): number => 13 + String(size).length * 3

/** The parts of a group's sign, each shared by all groups that have it alike: few are new when positions change. */
type ClusterParts = { key: string; draw: (ratio: number) => Sign; offset: readonly [x: number, y: number] }[]

/** The count on a disc, the status mix as a ring (in shares of 20, nobody left out), the number of alarms as a badge. */
export function clusterParts(cluster: Cluster): ClusterParts {
  const { size, mix } = cluster
  const radius = clusterRadius(size)
  const shares = order.map((status) => Math.ceil(((mix.get(status) ?? 0) / size) * 20))
  const alarms = alarmsOf(cluster)
  const status = mix.has(Status.alert) ? Status.alert : Status.warning
  const parts: ClusterParts = [
    { key: `count ${size}`, draw: (ratio) => countSign(size, ratio), offset: [0, 0] },
    { key: `mix ${radius} ${shares.join(' ')}`, draw: (ratio) => mixSign(shares, radius, ratio), offset: [0, 0] },
  ]
  if (cluster.layer) {
    const { layer } = cluster
    parts.push({ key: `kind ${layer}`, draw: (ratio) => kindSign(layer, ratio), offset: [0, radius * 0.95] })
  }
  if (alarms > 0) {
    const text = alarms > 99 ? '99+' : String(alarms)
    parts.push({
      key: `badge ${status} ${text}`,
      draw: (ratio) => badgeSign(text, status, ratio),
      offset: [radius * 0.72, radius * -0.78],
    })
  }
  return parts
}

function countSign(size: number, ratio: number): Sign {
  const radius = clusterRadius(size)
  return drawOnce(2 * radius + 12, 2 * radius + 12, ratio, (context) => {
    context.beginPath()
    context.arc(0, 0, radius + 1.5, 0, 2 * Math.PI)
    context.shadowColor = 'rgba(20, 30, 40, 0.35)'
    context.shadowBlur = 4
    context.fillStyle = '#ffffff'
    context.fill()
    context.shadowColor = 'transparent'
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.font = `600 ${size < 1000 ? 13 : 12}px ${fontFamily}`
    context.fillStyle = '#2b333c'
    context.fillText(String(size), 0, 0.5)
  })
}

function mixSign(shares: readonly number[], radius: number, ratio: number): Sign {
  const all = shares.reduce((sum, share) => sum + share, 0)
  return drawOnce(2 * radius + 2, 2 * radius + 2, ratio, (context) => {
    context.lineCap = 'butt'
    context.lineWidth = 5
    let angle = -Math.PI / 2
    for (const [index, status] of order.entries()) {
      const share = ((shares[index] ?? 0) / all) * 2 * Math.PI
      if (share === 0) continue
      context.beginPath()
      context.arc(0, 0, radius - 2.5, angle, angle + share)
      context.strokeStyle = statusColour[status]
      context.stroke()
      angle += share
    }
  })
}

/** A small plate with the pictogram of a kind. */
function kindSign(layer: Layer, ratio: number): Sign {
  return drawOnce(20, 20, ratio, (context) => {
    context.beginPath()
    context.arc(0, 0, 8, 0, 2 * Math.PI)
    context.fillStyle = '#2b333c'
    context.strokeStyle = '#ffffff'
    context.lineWidth = 1.5
    context.fill()
    context.stroke()
    context.scale(0.85, 0.85)
    context.fillStyle = '#ffffff'
    glyphs[layer](context)
  })
}

/** Red with an alarm among them, amber with warnings only. */
function badgeSign(text: string, status: Status, ratio: number): Sign {
  const width = 10 + text.length * 6
  return drawOnce(width + 4, 20, ratio, (context) => {
    context.beginPath()
    context.roundRect(-width / 2, -8, width, 16, 8)
    context.lineWidth = 2.5
    context.strokeStyle = '#ffffff'
    context.stroke()
    context.fillStyle = statusColour[status]
    context.fill()
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.font = `600 11px ${fontFamily}`
    context.fillStyle = '#ffffff'
    context.fillText(text, 0, 0.5)
  })
}
