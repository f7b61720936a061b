import { type Colour, mix, readable, textOn, translucent, withLuminance } from './colour.ts'

const [black, white] = ['#000000', '#ffffff']
/** WCAG AA for text, and for parts that must be seen. */
export const ratios = { text: 4.5, part: 3 }

/** The colours that a theme is made of. Everything else is derived from them and the chosen colour. */
type Base = {
  /** Corners, px. */
  radius: number
  /** Behind everything. */
  ground: Colour
  /** Lists, forms, cards; what text stands on. */
  surface: Colour
  /** Layers over the page: menus, drawers, dialogs. */
  raised: Colour
  ink: Colour
  inkSoft: Colour
  /** Lines that part; nothing hangs on seeing them. */
  line: Colour
  header: Colour
  headerInk: Colour
  tabs: Colour
  /** The side menu from top to bottom. */
  side: [Colour, Colour]
  sideInk: Colour
  /** Share of the chosen colour behind the active item, 0 to 1. */
  sideTint: number
  /** The outer panels let the sky through: this much of them is there, 0 to 1. */
  panel?: number
}

/** Darkest and lightest colour of theme-star's sky; theme-sky.css stays between them. */
export const sky: [Colour, Colour] = ['#070b1d', '#232c58']

/** Base of the light themes. */
const light = { surface: white, raised: white, ink: '#17242c', inkSoft: '#56656f', line: '#dfe6ea' } as const

const bases = {
  default: (colour) => {
    const deep = mix(withLuminance(colour, 0.018, 0.022), '#1b2127', 0.55)
    return {
      ...light,
      radius: 8,
      ground: '#f1f4f6',
      header: white,
      headerInk: light.ink,
      tabs: white,
      side: [deep, mix(deep, black, 0.78)],
      sideInk: '#d5dcde',
      sideTint: 0.26,
    }
  },
  'theme-white': (colour) => ({
    ...light,
    radius: 8,
    ground: '#f4f6f8',
    header: readable(fillOf(colour, [white]), [white], 6),
    headerInk: white,
    tabs: white,
    side: [white, white],
    sideInk: '#4d565e',
    sideTint: 0.1,
  }),
  'theme-star': () => ({
    radius: 10,
    ground: '#0b1127',
    surface: '#151d3a',
    raised: '#1c2547',
    ink: '#eef2fd',
    inkSoft: '#b3bedb',
    line: '#323d66',
    header: '#10172f',
    headerInk: '#eef2fd',
    tabs: '#10172f',
    side: ['#10172f', '#10172f'],
    sideInk: '#d3dbf0',
    sideTint: 0.3,
    panel: 0.78,
  }),
  'theme-iview': () => ({
    ...light,
    radius: 4,
    ground: '#f0f0f0',
    ink: '#1c2430',
    inkSoft: '#586070',
    line: '#e2e5ea',
    header: white,
    headerInk: '#1c2430',
    tabs: '#f0f0f0',
    side: ['#001529', '#001529'],
    sideInk: '#c2c9d1',
    sideTint: 0.2,
  }),
  'theme-d2': () => ({
    ...light,
    radius: 4,
    ground: '#ebf1f6',
    ink: '#283544',
    inkSoft: '#546273',
    line: '#d3dee8',
    header: '#ebf1f6',
    headerInk: '#283544',
    tabs: '#ebf1f6',
    side: ['#ebf1f6', '#ebf1f6'],
    sideInk: '#4c5866',
    sideTint: 0,
  }),
  'theme-hey': () => ({
    ...light,
    radius: 6,
    ground: '#f3f6f8',
    ink: '#2b3542',
    inkSoft: '#5a6672',
    line: '#e6ebef',
    header: white,
    headerInk: '#2b3542',
    tabs: '#f3f6f8',
    side: [white, white],
    sideInk: '#4a535e',
    sideTint: 0.08,
  }),
} satisfies Record<string, (colour: Colour) => Base>

/** The name is the class of the page's body and what is stored. */
export type ThemeName = keyof typeof bases
const baseOf: Record<ThemeName, (colour: Colour) => Base> = bases

/** The chosen colour as a fill that white reads on and that stands out from `grounds`. */
function fillOf(colour: Colour, grounds: Colour[]) {
  const seen = readable(colour, grounds, ratios.part)
  return readable(withLuminance(seen, 0, 0.18), [white], ratios.text)
}

/** Shown as text, as signs and as fills; each theme takes the nearest shade that reads. */
const tones = {
  moving: '#23834c',
  stationary: '#4d6f92',
  alert: '#c62a22',
  warning: '#96650a',
  offline: '#6b7782',
  danger: '#b3261e',
} as const

/** A light map in a dark frame would blind. */
export const isDark = (theme: ThemeName) => theme === 'theme-star'

const asText = (tone: Colour, ...on: Colour[]) => readable(tone, on, ratios.text)

/** The tones, as they read on these shades. */
function stateColours(grounds: readonly Colour[], shades: readonly Colour[]) {
  const onAll = (tone: Colour) => {
    const first = asText(tone, ...shades)
    // Tags stand on a breath of their own colour.
    return asText(first, ...grounds.map((one) => mix(first, one, 0.1)))
  }
  return {
    moving: onAll(tones.moving),
    stationary: onAll(tones.stationary),
    alert: onAll(tones.alert),
    warning: onAll(tones.warning),
    offline: onAll(tones.offline),
    danger: onAll(tones.danger),
  }
}

/** What is drawn on the side menu; `colour` marks the item of the page. */
function sideColours({ side, sideInk, sideTint, surface }: Base, colour: Colour) {
  const active = side.map((one) => mix(colour, one, sideTint))
  const shades = [...side, ...side.map((one) => mix(sideInk, one, 0.1))]
  return {
    sideInk: asText(sideInk, ...shades),
    sideInkStrong: asText(readable(sideInk, side, 9), ...shades),
    sideShade: translucent(sideInk, 0.1),
    sideActive: active[0] ?? surface,
    sideActiveInk: asText(colour, ...active, ...shades),
    sideBar: readable(colour, [...active, ...shades], ratios.part),
  }
}

export type Look = ReturnType<typeof lookOf>

/** The colours of `theme` with the chosen `colour`, by the names of the CSS variables; what is read on each other reaches `ratios`. */
export function lookOf(theme: ThemeName, colour: Colour) {
  const base = baseOf[theme](colour)
  const dark = isDark(theme)
  const { ground, surface, raised, ink, inkSoft, header, headerInk } = base
  const grounds = [surface, raised, ground, ...(dark ? [sky[1]] : [])]
  const soft = mix(colour, surface, dark ? 0.2 : 0.1)
  const shades = [...grounds, ...grounds.map((one) => mix(ink, one, 0.05))]
  const strong = asText(colour, ...shades, soft)
  const fill = fillOf(colour, [surface, ground, raised])
  const onBrand = textOn(colour)
  const states = stateColours(grounds, shades)
  const seenThrough = (one: Colour) => (base.panel === undefined ? one : translucent(one, base.panel))
  const shadow = (strength: number) => translucent(dark ? black : '#0f2a31', Math.min(1, strength * (dark ? 0.3 : 0.07)))
  return {
    radius: base.radius,
    ground,
    surface,
    raised,
    panel: seenThrough(surface),
    ink,
    inkSoft: asText(inkSoft, ...shades, soft),
    line: base.line,
    edge: readable(base.line, [surface, raised], ratios.part),
    brand: colour,
    brandHover: mix(onBrand === white ? black : white, colour, 0.14),
    onBrand,
    brandStrong: strong,
    brandSoft: soft,
    fill,
    onFill: white,
    ring: readable(colour, shades, ratios.part),
    ...states,
    onStatus: dark ? '#0a1022' : white,
    dangerSoft: mix(states.danger, surface, 0.07),
    mark: dark ? '#6b5a12' : '#ffe58f',
    markInk: dark ? '#fff6d6' : '#17242c',
    bone: mix(ink, surface, 0.09),
    boneLight: mix(ink, surface, 0.04),
    shade: translucent(ink, 0.05),
    veil: translucent(dark ? '#03050f' : '#0a2026', dark ? 0.6 : 0.45),
    shadow: `0 1px 2px ${shadow(1)}, 0 4px 16px ${shadow(1)}`,
    shadowHigh: `0 6px 24px ${shadow(2.5)}`,
    headerGround: seenThrough(header),
    headerInk,
    headerInkSoft: asText(mix(headerInk, header, 0.72), header, mix(headerInk, header, 0.1)),
    headerShade: translucent(headerInk, 0.08),
    tabsGround: seenThrough(base.tabs),
    side: seenThrough(base.side[0]),
    sideDeep: seenThrough(base.side[1]),
    sideRaised: dark ? raised : base.side[0],
    ...sideColours(base, colour),
    art: withLuminance(colour, 0.11, 0.13),
    artMiddle: withLuminance(colour, 0.06, 0.07),
    artDeep: withLuminance(colour, 0.02, 0.03),
  }
}
