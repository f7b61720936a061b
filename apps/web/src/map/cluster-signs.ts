import { Status } from '@huanwei/contract/live/codes'
import { alarmsOf, type Cluster } from './clusters.ts'
import { drawOnce, type Sign } from './marker-signs.ts'
import { fontFamily, statusColour } from './palette.ts'

/** Around the ring from the top, what needs eyes first. */
const order = [Status.alert, Status.warning, Status.moving, Status.stationary, Status.offline] as const

/** Pixels from the middle of a group to its edge: grows with the number of digits only, so that it does not breathe. */
export const clusterRadius = (size: number): number => 13 + String(size).length * 3

/** Groups that look alike share one sign: the mix counts in shares of 24. */
export function clusterKey(cluster: Cluster): string {
  const shares = order.map((status) => Math.ceil(((cluster.mix.get(status) ?? 0) / cluster.size) * 24))
  return `${cluster.size} ${alarmsOf(cluster)} ${shares.join(' ')}`
}

/** A ring of the status mix around the count, with the number of alarms as a badge. */
export function clusterSign(cluster: Cluster, ratio: number): Sign {
  const radius = clusterRadius(cluster.size)
  const side = 2 * radius + 24
  return drawOnce(side, side, ratio, (context) => {
    context.beginPath()
    context.arc(0, 0, radius + 1.5, 0, 2 * Math.PI)
    context.shadowColor = 'rgba(20, 30, 40, 0.35)'
    context.shadowBlur = 4
    context.fillStyle = '#ffffff'
    context.fill()
    context.shadowColor = 'transparent'
    drawMix(context, cluster, radius)
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.font = `600 ${cluster.size < 1000 ? 13 : 12}px ${fontFamily}`
    context.fillStyle = '#2b333c'
    context.fillText(String(cluster.size), 0, 0.5)
    if (alarmsOf(cluster) > 0) drawBadge(context, cluster, radius)
  })
}

function drawMix(context: CanvasRenderingContext2D, { mix, size }: Cluster, radius: number) {
  context.lineCap = 'butt'
  context.lineWidth = 5
  let angle = -Math.PI / 2
  for (const status of order) {
    const share = ((mix.get(status) ?? 0) / size) * 2 * Math.PI
    if (share === 0) continue
    context.beginPath()
    context.arc(0, 0, radius - 2.5, angle, angle + share)
    context.strokeStyle = statusColour[status]
    context.stroke()
    angle += share
  }
}

/** Red with an alarm among them, amber with warnings only. */
function drawBadge(context: CanvasRenderingContext2D, cluster: Cluster, radius: number) {
  const alarms = alarmsOf(cluster)
  const text = alarms > 99 ? '99+' : String(alarms)
  const width = 10 + text.length * 6
  const [x, y] = [radius * 0.72, -radius * 0.78]
  context.beginPath()
  context.roundRect(x - width / 2, y - 8, width, 16, 8)
  context.lineWidth = 2.5
  context.strokeStyle = '#ffffff'
  context.stroke()
  context.fillStyle = statusColour[cluster.mix.has(Status.alert) ? Status.alert : Status.warning]
  context.fill()
  context.font = `600 11px ${fontFamily}`
  context.fillStyle = '#ffffff'
  context.fillText(text, x, y + 0.5)
}
