import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { nothing } from '../fields.ts'
import { MenuNode } from '../menus/endpoints.ts'
import { MsgType } from '../messages/codes.ts'
import { ObjectType } from '../objects.ts'
import { Violation } from '../violations/endpoints.ts'

/** Pending events of one queue; violations have one queue for each kind of object. `isMine`: pushed to the caller; else all of the caller's scope, to look at. */
export const QueueCount = z.object({
  msgType: z.enum(MsgType),
  objectType: z.enum(ObjectType).optional(),
  pending: z.number().int(),
  isMine: z.boolean(),
})
export type QueueCount = z.infer<typeof QueueCount>

export const TodaysViolations = z.object({
  total: z.number().int(),
  /** The judged ones among them. */
  handled: z.number().int(),
  /** Yesterday until the same time of day. */
  yesterday: z.number().int(),
  /** Number that began in each hour, from midnight on in Asia/Shanghai. */
  hours: z.array(z.number().int()).length(24),
  /** Most frequent first. */
  kinds: z.array(z.object({ violationEvent: z.string(), total: z.number().int() })),
})
export type TodaysViolations = z.infer<typeof TodaysViolations>

/** Figures of the home page, within the caller's scope. */
export const getOverview = endpoint({
  method: 'GET',
  path: '/admin/home/overview',
  access: 'session',
  input: nothing,
  output: z.object({
    queues: z.array(QueueCount),
    /** The cleaning reports whose next step is the caller's. */
    cleaning: z.number().int(),
    /** Accounts, and how many of them are logged in. */
    staff: z.object({ total: z.number().int(), loggedIn: z.number().int() }),
    today: TodaysViolations,
    /** The unhandled violations that wait longest, oldest first. */
    oldest: z.array(Violation),
  }),
})

/** The home-page menu list of the caller: pages of their menu, which they choose in their preferences. Record: docs/decisions/0049. */
export const listHomeMenus = endpoint({
  method: 'GET',
  path: '/admin/menu/home',
  access: 'session',
  input: nothing,
  output: z.array(MenuNode),
})
