/** A colour as `#rrggbb`. */
export type Colour = string

type Channels = [red: number, green: number, blue: number]

const channelsOf = (colour: Colour): Channels => {
  const value = Number.parseInt(colour.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

const fromChannels = (channels: Channels): Colour =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`

/** `share` (0 to 1) of `colour` over the rest of `ground`: also what a translucent colour looks like on it. */
export function mix(colour: Colour, ground: Colour, share: number): Colour {
  const [a, b] = [channelsOf(colour), channelsOf(ground)]
  const blend = (i: 0 | 1 | 2) => a[i] * share + b[i] * (1 - share)
  return fromChannels([blend(0), blend(1), blend(2)])
}

/** `colour` with `alpha` (0 to 1) as CSS writes it. */
export const translucent = (colour: Colour, alpha: number) => `rgb(${channelsOf(colour).join(' ')} / ${Math.round(alpha * 100)}%)`

/** Relative luminance, 0 black to 1 white. Source: WCAG 2.2. */
export function luminance(colour: Colour): number {
  const [red, green, blue] = channelsOf(colour).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

/** 1 (the same) to 21 (black on white). Source: WCAG 2.2. */
export function contrast(a: Colour, b: Colour): number {
  const [light, dark] = [Math.max(luminance(a), luminance(b)), Math.min(luminance(a), luminance(b))]
  return (light + 0.05) / (dark + 0.05)
}

const [black, white] = ['#000000', '#ffffff']
const steps = 100

/** `colour` or the nearest shade of it that `isFit`, going towards `end`; `end` when none is. */
function shadeUntil(colour: Colour, end: Colour, isFit: (shade: Colour) => boolean): Colour {
  for (let step = 0; step < steps; step++) {
    const shade = mix(end, colour, step / steps)
    if (isFit(shade)) return shade
  }
  return end
}

/** The nearest shade of `colour` that reaches `ratio` on each of `grounds`, which are all light or all dark. */
export function readable(colour: Colour, grounds: Colour[], ratio: number): Colour {
  const end = Math.min(...grounds.map(luminance)) > 0.18 ? black : white
  return shadeUntil(colour, end, (shade) => grounds.every((ground) => contrast(shade, ground) >= ratio))
}

/** Text on `colour`: a deep shade of it where that reads best, else white. Reaches 4.5 to 1 on every colour. */
export function textOn(colour: Colour): Colour {
  if (contrast(white, colour) >= 4.5) return white
  return shadeUntil(mix(colour, black, 0.22), black, (shade) => contrast(shade, colour) >= 5.5 || shade === black)
}

/** The nearest shade of `colour` with at most (`max`) and at least (`min`) this luminance. */
export function withLuminance(colour: Colour, min: number, max: number): Colour {
  const darkEnough = shadeUntil(colour, black, (shade) => luminance(shade) <= max)
  return shadeUntil(darkEnough, white, (shade) => luminance(shade) >= min)
}
