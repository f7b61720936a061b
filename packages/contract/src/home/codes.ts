/** The first page of everybody, which `/` leads to: every client knows the way there by itself. */
export const homePath = '/wel/index'
/** Name of its item in a new tenant's menu. */
export const homeKey = 'home'

/** Items of a person's home-page menu list at most. */
export const mostHomeMenus = 12
/** Paths of the list of somebody who chose none, as far as their menu holds them. */
export const usualHomePaths = [
  '/monitor/live/index',
  '/event/illegal/index',
  '/event/personnel/index',
  '/event/facility/index',
  '/clean/report/index',
  '/event/inspection/index',
  '/event/approval/index',
  '/event/public/index',
  '/monitor/history/index',
  '/work/index',
  '/attendance/index',
  '/report/index',
] as const
/** Items of that list. */
export const usualHomeMenus = 8
