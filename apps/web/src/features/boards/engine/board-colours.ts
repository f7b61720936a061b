import type { BoardTheme, FigureTone } from '@huanwei/contract/boards/codes'

/** The ground of a call for help, as above every page. */
const alarm = '#b3121d'

/** Colours of a board: ground, panels, texts, lines, the ground of a call for help, and the tones of figures. */
export type BoardColours = {
  ground: string
  deep: string
  panel: string
  line: string
  ink: string
  soft: string
  alarm: string
} & Record<FigureTone, string>

const dark = { alarm, ink: '#f2f7ff', good: '#3ddc84', still: '#5aa9e6', warn: '#ffb547', bad: '#ff6166' }

export const boardColours: Record<BoardTheme, BoardColours> = {
  blue: {
    ...dark,
    ground: '#0a1430',
    deep: '#060c20',
    panel: 'rgba(24, 42, 88, 0.55)',
    line: 'rgba(120, 165, 255, 0.22)',
    soft: '#a9bbdf',
    plain: '#3fd0e0',
    quiet: '#7183a8',
  },
  green: {
    ...dark,
    ground: '#082420',
    deep: '#041412',
    panel: 'rgba(20, 66, 56, 0.55)',
    line: 'rgba(110, 220, 180, 0.22)',
    soft: '#a3cfc0',
    plain: '#45d8b0',
    quiet: '#6f978a',
  },
  light: {
    alarm,
    ground: '#eef3f8',
    deep: '#e2eaf2',
    panel: 'rgba(255, 255, 255, 0.92)',
    line: 'rgba(40, 80, 130, 0.16)',
    ink: '#172234',
    soft: '#51607a',
    plain: '#0b7f8d',
    good: '#1f7f47',
    still: '#3f6f9f',
    warn: '#9a6000',
    bad: '#c62730',
    quiet: '#66738a',
  },
}

/** The colours as variables of CSS. */
export const colourVariables = (colours: BoardColours) =>
  Object.fromEntries(Object.entries(colours).map(([name, colour]) => [`--board-${name}`, colour]))
