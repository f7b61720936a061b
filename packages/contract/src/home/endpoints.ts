import { z } from 'zod'
import { AttendanceState } from '../attendance/codes.ts'
import { DatedQueue } from '../deadlines/codes.ts'
import { FacilityType } from '../dictionaries/codes.ts'
import { endpoint } from '../endpoint.ts'
import { nothing, several } from '../fields.ts'
import { Status } from '../live/codes.ts'
import { MenuNode } from '../menus/endpoints.ts'
import { MsgType } from '../messages/codes.ts'
import { ObjectType } from '../objects.ts'
import { Severity } from '../rules/codes.ts'
import { Violation } from '../violations/endpoints.ts'
import { BriefingPart, setupSteps } from './codes.ts'

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
    /** Steps of a new organisation, for who sees all of it; none once all are done. */
    setup: z.array(z.object({ step: z.enum(setupSteps), isDone: z.boolean() })),
    /** True where rural toilets are in scope. */
    hasToilets: z.boolean(),
  }),
})

const amount = z.number().int()

/** Waiting violations of a kind of object and a severity, and the one that waits longest; none without any. */
const WaitingOf = z.object({
  objectType: z.enum(ObjectType),
  severity: z.enum(Severity),
  pending: amount,
  oldest: z.object({ id: z.number(), createTime: z.string() }).nullable(),
})

/** An object whose state is an alarm or a warning now, degrees WGS-84. */
const WrongObject = z.object({
  objectType: z.enum(ObjectType),
  id: z.number(),
  name: z.string(),
  status: z.enum(Status),
  lng: z.number(),
  lat: z.number(),
})

/** Numbers of violations as the lists show them to the caller, by tab. */
const tabs = { pending: amount, handled: amount }
const Most = z.object({ id: z.number(), name: z.string(), ...tabs })
export type Most = z.infer<typeof Most>

const Town = z.object({ deptId: z.number(), name: z.string(), households: amount, today: amount, overdue: amount })

/** Each part equals the lists that its figures open, for the caller. Days are `yyyy-MM-dd`. */
export const Briefing = z.object({
  severities: z.array(WaitingOf).optional(),
  wrong: z
    .object({
      vehicles: amount,
      people: amount,
      /** Without the garbage cans. */
      facilities: amount,
      cans: amount,
      /** At most `mostWrong` of those whose place is known, alarms first. */
      objects: z.array(WrongObject),
    })
    .optional(),
  /** What the caller has to do: what is overdue, and the rest of today. */
  deadlines: z.array(z.object({ queue: z.enum(DatedQueue), overdue: amount, today: amount })).optional(),
  /** Open inspections that the caller reported, and those that they answer for. */
  cases: z.object({ waiting: amount, fedBack: amount, mine: amount, returned: amount }).optional(),
  /** Rural toilets and the emptying of their tanks. */
  toilets: z
    .object({
      day: z.string(),
      households: amount,
      /** Reported on the day. */
      today: amount,
      created: amount,
      assigned: amount,
      overdue: amount,
      /** Departments below the topmost in scope, with all below them; those with most overdue first. */
      towns: z.array(Town),
      /** Number of those that are left out. */
      townsLeft: amount,
    })
    .optional(),
  /** People whose terminal is online, those whose shift covers this minute by whether they were seen, and the newest day of attendance, today or yesterday: its people by state, rest left out. */
  duty: z
    .object({
      online: amount,
      roster: z.object({ seen: amount, unseen: amount, away: amount }),
      day: z.string(),
      states: z.array(z.object({ state: z.enum(AttendanceState).exclude(['rest']), total: amount })),
    })
    .optional(),
  /** Facilities in scope by type, and those over a limit: cans that are overfull, others whose state is an alarm or a warning. */
  limits: z
    .array(z.object({ facilityType: z.enum(FacilityType).exclude(['restaurant']), total: amount, over: amount }))
    .optional(),
  /** The last seven finished days, and the number of the seven before them. */
  week: z
    .object({
      firstDay: z.string(),
      lastDay: z.string(),
      kinds: z.array(
        z.object({
          objectType: z.enum(ObjectType),
          ...tabs,
          /** By day, from `firstDay` on. */
          days: z.array(amount).length(7),
          /** By day of the week before. */
          daysBefore: z.array(amount).length(7),
        }),
      ),
    })
    .optional(),
  /** Vehicles, and crews (departments without others below them), by their vehicles' violations of the same days; most first. */
  most: z.object({ firstDay: z.string(), lastDay: z.string(), vehicles: z.array(Most), departments: z.array(Most) }).optional(),
})
export type Briefing = z.infer<typeof Briefing>

/** Objects of `wrong` at most. */
export const mostWrong = 200

/** The parts of the home page that are asked for, within the caller's scope. */
export const getBriefing = endpoint({
  method: 'GET',
  path: '/admin/home/briefing',
  access: 'session',
  input: z.object({ parts: several(z.enum(BriefingPart), Object.keys(BriefingPart).length) }),
  output: Briefing,
})

/** The home-page menu list of the caller: pages of their menu, which they choose in their preferences. Record: docs/decisions/0049. */
export const listHomeMenus = endpoint({
  method: 'GET',
  path: '/admin/menu/home',
  access: 'session',
  input: nothing,
  output: z.array(MenuNode),
})
