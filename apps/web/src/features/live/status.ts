import { Status } from '@huanwei/contract/live/codes'

/** Look of a location status: a colour of the theme, a sign of its own shape, and the key of its word in namespace `live`. Never colour alone. */
const statusLook = {
  [Status.stationary]: { word: 'stationary', colour: 'var(--stationary)', path: 'M5 4h2v8H5zM9 4h2v8H9z' },
  [Status.moving]: { word: 'moving', colour: 'var(--moving)', path: 'M5 3.5v9l8-4.5z' },
  [Status.alert]: { word: 'alert', colour: 'var(--alert)', path: 'M7 3h2v6.5H7zM7 11h2v2H7z' },
  [Status.warning]: {
    word: 'warning',
    colour: 'var(--warning)',
    path: 'M8 2.8 14 13H2zM7.3 6.5v3.2h1.4V6.5zM7.3 10.6V12h1.4v-1.4z',
  },
  [Status.offline]: { word: 'offline', colour: 'var(--offline)', path: 'M4.6 3.2 12.8 11.4l-1.4 1.4L3.2 4.6z' },
} as const satisfies Record<Status, { word: string; colour: string; path: string }>

/** A missing status is offline. Source: spec 1, section 4. */
export const statusLookOf = (status: Status | null | undefined) => statusLook[status ?? Status.offline]
