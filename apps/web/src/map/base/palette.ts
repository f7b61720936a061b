import { Status } from '@huanwei/contract/live/codes'

/** Sans-serif families for text on the map, drawn from the fonts of the machine; no font is asked for outside. */
export const fonts = ['PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', 'Helvetica Neue', 'Arial']
export const fontFamily = `${fonts.map((font) => `"${font}"`).join(', ')}, sans-serif`

/** Colours of the base map, and of the plates that names stand on. */
export type Land = Record<
  | 'ground'
  | 'border'
  | 'water'
  | 'waterText'
  | 'park'
  | 'parkText'
  | 'text'
  | 'textQuiet'
  | 'halo'
  | 'grid'
  | 'areaText'
  | 'plate'
  | 'plateText',
  string
> & {
  districts: readonly [string, string, string, string]
  /** Surface and edge by class of road. */
  roads: Record<'local' | 'secondary' | 'main' | 'ring', { fill: string; edge: string }>
  /** Brightness of outside tiles, 0 to 1. */
  brightness: number
}

/** The quiet light city: the only strong colours on the map are those of what moves on it. */
export const day: Land = {
  ground: '#f3f4f1',
  districts: ['#f5f3ee', '#f1f4ef', '#f3f2f4', '#eff3f4'],
  border: '#c3bccb',
  water: '#c5dfec',
  waterText: '#39708f',
  park: '#d9ebcf',
  parkText: '#456f3c',
  text: '#4f5965',
  textQuiet: '#656e79',
  halo: '#ffffff',
  grid: '#d9dee3',
  areaText: '#0b7380',
  plate: 'rgba(255, 255, 255, 0.94)',
  plateText: '#2b333c',
  roads: {
    local: { fill: '#ffffff', edge: '#d9dde1' },
    secondary: { fill: '#ffffff', edge: '#d3d8dc' },
    main: { fill: '#fff7de', edge: '#dccfa8' },
    ring: { fill: '#fde8b0', edge: '#dcbf78' },
  },
  brightness: 1,
}

/** The same city at night, for dark themes. */
export const night: Land = {
  ground: '#10182f',
  districts: ['#121a33', '#111b32', '#141a35', '#101b33'],
  border: '#46466e',
  water: '#0f2f4d',
  waterText: '#84b7da',
  park: '#15302f',
  parkText: '#8fc49a',
  text: '#c5cfe6',
  textQuiet: '#9aa7c6',
  halo: '#0c1328',
  grid: '#283358',
  areaText: '#6fd0dd',
  plate: 'rgba(27, 37, 68, 0.94)',
  plateText: '#e3e9f7',
  roads: {
    local: { fill: '#202b4b', edge: '#18213d' },
    secondary: { fill: '#283558', edge: '#1a2443' },
    main: { fill: '#3a456a', edge: '#232d50' },
    ring: { fill: '#515a7c', edge: '#2c365a' },
  },
  brightness: 0.55,
}

/** The city at night in the green of green boards. */
export const greenNight: Land = {
  ...night,
  ground: '#0a2420',
  districts: ['#0c2722', '#0b2824', '#0e2824', '#0a2724'],
  border: '#33584e',
  water: '#0b3444',
  park: '#15402f',
  text: '#c3ddd3',
  textQuiet: '#98bbae',
  halo: '#071b18',
  grid: '#1f463c',
  plate: 'rgba(18, 56, 48, 0.94)',
  plateText: '#e1f3ec',
  roads: {
    local: { fill: '#173a33', edge: '#112e28' },
    secondary: { fill: '#1f473e', edge: '#14342d' },
    main: { fill: '#315a50', edge: '#1b3f36' },
    ring: { fill: '#477065', edge: '#24493f' },
  },
}

/** Status colours of markers, dark enough for white signs on them (3 : 1 and more). */
export const statusColour: Record<Status, string> = {
  [Status.stationary]: '#5f7d95',
  [Status.moving]: '#2a9d57',
  [Status.alert]: '#d9363e',
  [Status.warning]: '#c47f0a',
  [Status.offline]: '#8d949c',
}

/** Layers the user works with: selection, areas, trail. */
export const accent = '#0e98a8'
export const trailColour = '#1f6fd6'

/** Colours of trails by speed, from standing to too fast: their lightness differs too, for colour-blind users. */
export const speedColours: readonly string[] = ['#8d949c', '#2b4fae', '#1a93a8', '#d79a00', '#d9363e']

/** Colours of tracks, in order: dark enough for a light map, bright enough for a dark one, distinct for colour-blind users. */
export const wayColours = ['#1f6fd6', '#d9541e', '#0f8a6d', '#a03bc2', '#b38600', '#c2315d']
/** Around the lines of tracks. */
export const wayEdge = '#ffffff'
