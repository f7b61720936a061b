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

/** The cards of the home page, in the order for who handles events. */
export const homeCards = [
  'setup',
  'queues',
  'wrong',
  'oldest',
  'deadlines',
  'cases',
  'toilets',
  'fleet',
  'duty',
  'limits',
  'week',
  'most',
  'today',
  'staff',
  'intro',
] as const
export type HomeCard = (typeof homeCards)[number]

/** Parts of the briefing; each fills the card of its name, `severities` the queues. */
export const BriefingPart = {
  severities: 'severities',
  wrong: 'wrong',
  deadlines: 'deadlines',
  cases: 'cases',
  toilets: 'toilets',
  duty: 'duty',
  limits: 'limits',
  week: 'week',
  most: 'most',
} as const
export type BriefingPart = (typeof BriefingPart)[keyof typeof BriefingPart]

/** What a new organisation enters, in this order. */
export const setupSteps = ['departments', 'vehicles', 'terminals', 'areas', 'rules'] as const
export type SetupStep = (typeof setupSteps)[number]
