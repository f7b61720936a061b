import { Status } from '@huanwei/contract/live/codes'

/** Sans-serif families for text on the map, drawn from the fonts of the machine; no font is asked for outside. */
export const fonts = ['PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', 'Helvetica Neue', 'Arial']
export const fontFamily = `${fonts.map((font) => `"${font}"`).join(', ')}, sans-serif`

/** The quiet light city under the data: the only strong colours on the map are those of what moves on it. */
export const land = {
  ground: '#f3f4f1',
  districts: ['#f5f3ee', '#f1f4ef', '#f3f2f4', '#eff3f4'],
  border: '#c3bccb',
  water: '#c5dfec',
  waterText: '#5a8aa6',
  park: '#d9ebcf',
  parkText: '#5f8a55',
  text: '#4f5965',
  textQuiet: '#77808b',
  halo: '#ffffff',
  grid: '#d9dee3',
} as const

/** Status colours of markers, dark enough for white signs on them (3 : 1 and more). */
export const statusColour: Record<Status, string> = {
  [Status.stationary]: '#5f7d95',
  [Status.moving]: '#2a9d57',
  [Status.alert]: '#d9363e',
  [Status.warning]: '#c47f0a',
  [Status.offline]: '#8d949c',
}

/** What the person works with: selection, areas, trail. */
export const accent = '#0e98a8'
export const trailColour = '#1f6fd6'
