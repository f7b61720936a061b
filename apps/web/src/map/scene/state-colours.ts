import { Status } from '@huanwei/contract/live/codes'

/** Colours by state, bright enough for a wall and drawn in this order, so that what is wrong lies on top. */
export type StateColours = readonly (readonly [Status, string])[]
export const brightStates: StateColours = [
  [Status.offline, '#62708f'],
  [Status.stationary, '#5aa9e6'],
  [Status.moving, '#3ddc84'],
  [Status.warning, '#ffb547'],
  [Status.alert, '#ff5a5f'],
]
export const darkStates: StateColours = [
  [Status.offline, '#8d949c'],
  [Status.stationary, '#3f6f9f'],
  [Status.moving, '#1f8a4c'],
  [Status.warning, '#b97405'],
  [Status.alert, '#d9363e'],
]
