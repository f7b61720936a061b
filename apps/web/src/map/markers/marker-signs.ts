import { Status } from '@huanwei/contract/live/codes'
import { accent, fontFamily, type Land, statusColour } from '../base/palette.ts'

/** A picture drawn once; `width` and `height` are CSS pixels, its middle is what it stands for. */
export type Sign = { image: HTMLCanvasElement; width: number; height: number }

export function drawOnce(width: number, height: number, ratio: number, draw: (context: CanvasRenderingContext2D) => void): Sign {
  const image = document.createElement('canvas')
  image.width = Math.ceil(width * ratio)
  image.height = Math.ceil(height * ratio)
  const context = image.getContext('2d')
  if (context) {
    context.setTransform(ratio, 0, 0, ratio, (width * ratio) / 2, (height * ratio) / 2)
    context.lineJoin = 'round'
    context.lineCap = 'round'
    draw(context)
  }
  return { image, width, height }
}

/** Pixels from the middle of a marker to its edge; also how far off a click still counts. */
export const markerRadius = 12

export function path(context: CanvasRenderingContext2D, ...points: [x: number, y: number][]) {
  context.beginPath()
  for (const [x, y] of points) context.lineTo(x, y)
  context.closePath()
}

/** A white edge all around and a faint shadow, so that it stands out on any ground. */
export function paintBody(context: CanvasRenderingContext2D, colour: string) {
  context.shadowColor = 'rgba(20, 30, 40, 0.35)'
  context.shadowBlur = 3
  context.strokeStyle = '#ffffff'
  context.lineWidth = 3.5
  context.stroke()
  context.shadowColor = 'transparent'
  context.fillStyle = colour
  context.fill()
}

/** The part of a marker that turns with the heading; drawn pointing north. */
const bodies: Record<Status, (context: CanvasRenderingContext2D) => void> = {
  [Status.moving]: (context) => {
    path(context, [0, -11], [8, 9], [0, 5], [-8, 9])
    paintBody(context, statusColour[Status.moving])
  },
  [Status.stationary]: (context) => pointed(context, 8, statusColour[Status.stationary]),
  [Status.alert]: (context) => {
    alarmHalo(context)
    pointed(context, 10, statusColour[Status.alert])
  },
  [Status.warning]: (context) => {
    path(context, [0, -13], [10, 0], [0, 10], [-10, 0])
    paintBody(context, statusColour[Status.warning])
  },
  [Status.offline]: (context) => {
    context.beginPath()
    context.arc(0, 0, 7, 0, 2 * Math.PI)
    context.fillStyle = '#ffffff'
    context.fill()
    context.strokeStyle = statusColour[Status.offline]
    context.lineWidth = 2.5
    context.stroke()
  },
}

/** Around whatever alarms. */
export function alarmHalo(context: CanvasRenderingContext2D) {
  context.fillStyle = 'rgba(217, 54, 62, 0.22)'
  context.beginPath()
  context.arc(0, 0, 17, 0, 2 * Math.PI)
  context.fill()
}

/** A disc with a tip to the north. */
export function pointed(context: CanvasRenderingContext2D, radius: number, colour: string) {
  context.beginPath()
  context.arc(0, 0, radius, -Math.PI / 2 + 0.62, -Math.PI / 2 - 0.62)
  context.lineTo(0, -radius - 4.5)
  context.closePath()
  paintBody(context, colour)
}

/** The sign that stays upright whatever the heading. */
const signs: Partial<Record<Status, (context: CanvasRenderingContext2D) => void>> = {
  [Status.stationary]: (context) => {
    context.fillStyle = '#ffffff'
    context.fillRect(-3.4, -3.5, 2.3, 7)
    context.fillRect(1.1, -3.5, 2.3, 7)
  },
  [Status.alert]: exclamation,
  [Status.warning]: exclamation,
  [Status.offline]: (context) => {
    context.strokeStyle = statusColour[Status.offline]
    context.lineWidth = 2
    context.beginPath()
    context.moveTo(-2.6, -2.6)
    context.lineTo(2.6, 2.6)
    context.moveTo(2.6, -2.6)
    context.lineTo(-2.6, 2.6)
    context.stroke()
  },
}

function exclamation(context: CanvasRenderingContext2D) {
  context.fillStyle = '#ffffff'
  context.beginPath()
  context.roundRect(-1.2, -5.6, 2.4, 6.8, 1)
  context.fill()
  context.beginPath()
  context.arc(0, 4, 1.4, 0, 2 * Math.PI)
  context.fill()
}

export const bodySign = (status: Status, ratio: number): Sign => drawOnce(40, 40, ratio, bodies[status])
export const uprightSign = (status: Status, ratio: number): Sign | undefined => {
  const draw = signs[status]
  return draw && drawOnce(16, 16, ratio, draw)
}

/** The ring around what is selected. */
export const selectionSign = (ratio: number): Sign =>
  drawOnce(56, 56, ratio, (context) => {
    context.beginPath()
    context.arc(0, 0, 21, 0, 2 * Math.PI)
    context.fillStyle = 'rgba(14, 152, 168, 0.16)'
    context.fill()
    context.lineWidth = 5
    context.strokeStyle = '#ffffff'
    context.stroke()
    context.lineWidth = 3
    context.strokeStyle = accent
    context.stroke()
  })

/** Colours of the names' plates. */
export type Plate = Pick<Land, 'plate' | 'plateText'>

let measure: CanvasRenderingContext2D | null = null

function textWidth(text: string, font: string): number {
  measure ??= document.createElement('canvas').getContext('2d')
  if (!measure) return text.length * 12
  measure.font = font
  return measure.measureText(text).width
}

/** A name on a plate of the land; the one of what is selected is filled with the accent. */
export function labelSign(text: string, isSelected: boolean, { plate, plateText }: Plate, ratio: number): Sign {
  const font = `${isSelected ? 600 : 500} 12px ${fontFamily}`
  const width = Math.ceil(textWidth(text, font) + 14)
  return drawOnce(width + 4, 24, ratio, (context) => {
    context.beginPath()
    context.roundRect(-width / 2, -9.5, width, 19, 4)
    context.shadowColor = 'rgba(20, 30, 40, 0.3)'
    context.shadowBlur = 2.5
    context.fillStyle = isSelected ? '#0b7f8c' : plate
    context.fill()
    context.shadowColor = 'transparent'
    context.font = font
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.fillStyle = isSelected ? '#ffffff' : plateText
    context.fillText(text, 0, 0.5)
  })
}
