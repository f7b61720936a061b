import { Status } from '@huanwei/contract/live/codes'
import type { Layer } from '../../live/layers.ts'
import { statusColour } from '../base/palette.ts'
import { alarmHalo, drawOnce, paintBody, path, pointed, type Sign } from './marker-signs.ts'

/** Objects that do not move. */
type Standing = Exclude<Layer, 'vehicle'>
type Draw = (context: CanvasRenderingContext2D) => void

/** A shape of its own for each, whatever its status. */
const outlines: Record<Standing, Draw> = {
  person: (context) => {
    context.beginPath()
    context.arc(0, 0, 9, 0, 2 * Math.PI)
  },
  facility: (context) => {
    context.beginPath()
    context.roundRect(-9, -9, 18, 18, 4)
  },
  can: (context) => path(context, [-8.5, -9], [8.5, -9], [6, 9], [-6, 9]),
}

/** Pictogram: a lorry, head and shoulders, a house, a lid above a bin. */
export const glyphs: Record<Layer, Draw> = {
  vehicle: (context) => {
    context.fillRect(-6.4, -4.4, 7.4, 6.4)
    path(context, [1.8, -2.4], [4.6, -2.4], [6.6, 0], [6.6, 2], [1.8, 2])
    context.fill()
    for (const x of [-3.6, 3.8]) {
      context.beginPath()
      context.arc(x, 3.4, 1.7, 0, 2 * Math.PI)
      context.fill()
    }
  },
  person: (context) => {
    context.beginPath()
    context.arc(0, -2.4, 2.4, 0, 2 * Math.PI)
    context.fill()
    context.beginPath()
    context.ellipse(0, 5, 4.4, 3.8, 0, Math.PI, 2 * Math.PI)
    context.fill()
  },
  facility: (context) => {
    path(
      context,
      [0, -5.6],
      [5.6, -0.6],
      [3.8, -0.6],
      [3.8, 5],
      [1.2, 5],
      [1.2, 1.6],
      [-1.2, 1.6],
      [-1.2, 5],
      [-3.8, 5],
      [-3.8, -0.6],
      [-5.6, -0.6],
    )
    context.fill()
  },
  can: (context) => {
    context.fillRect(-4.2, -5.4, 8.4, 1.8)
    path(context, [-3.6, -2.4], [3.6, -2.4], [2.8, 5], [-2.8, 5])
    context.fill()
  },
}

/** The shape in the colour of the status; hollow while offline, with a tip to where it moves. */
export const standingBody = (layer: Standing, status: Status, ratio: number): Sign =>
  drawOnce(40, 40, ratio, (context) => {
    if (status === Status.alert) alarmHalo(context)
    if (status === Status.moving) return pointed(context, 9, statusColour[status])
    outlines[layer](context)
    if (status !== Status.offline) return paintBody(context, statusColour[status])
    context.fillStyle = '#ffffff'
    context.fill()
    context.strokeStyle = statusColour[status]
    context.lineWidth = 2
    context.stroke()
  })

/** Kind of the object, with a badge at its corner for an alarm. */
export const standingUpright = (layer: Standing, status: Status, ratio: number): Sign =>
  drawOnce(40, 40, ratio, (context) => {
    context.fillStyle = status === Status.offline ? statusColour[status] : '#ffffff'
    glyphs[layer](context)
    if (status !== Status.alert && status !== Status.warning) return
    context.beginPath()
    context.arc(9, -9, 6, 0, 2 * Math.PI)
    context.fillStyle = '#ffffff'
    context.fill()
    context.fillStyle = statusColour[status]
    context.fillRect(8, -13, 2, 5)
    context.fillRect(8, -7, 2, 2)
  })
