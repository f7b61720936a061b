import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { nothing } from '../fields.ts'
import { jobNames, processRoles } from './codes.ts'

const count = z.number().int().nonnegative()

/** A process of the product. */
const PlatformNode = z.object({
  host: z.string(),
  pid: z.number(),
  version: z.string(),
  startTime: z.string(),
  memoryBytes: count,
  /** Of one processor, in the last minute: 0 to 1, more where it used several. */
  processorShare: z.number(),
  /** By how much the process answered late at most to 99 of 100 events of the last minute, ms. */
  delayMs: z.number(),
  /** Open sockets of browsers. */
  sockets: count,
})

/** What terminals send; counts since the start of the process. */
const PlatformTerminals = z.object({
  connections: count,
  /** Locations that were received and wait to be stored. */
  waiting: count,
  stored: count,
  refused: count,
  /** Of the last commit of locations; null before. */
  storedTime: z.string().nullable(),
  /** Age of positions as they are stored, and as they are in the live state that screens follow, ms since they were received; null while none come. */
  storedAfterMs: count.nullable(),
  shownAfterMs: count.nullable(),
})

/** One of several processes that share the work, with what it does there; counts as in `PlatformTerminals`. */
const PlatformProcess = z.object({
  /** Host and process id. */
  name: z.string(),
  roles: z.array(z.enum(processRoles)),
  startTime: z.string(),
  connections: count,
  waiting: count,
  stored: count,
  storedAfterMs: count.nullable(),
  /** Partitions of the terminals' reports that it stores. */
  partitions: count,
})

const PlatformDatabase = z.object({
  version: z.string(),
  bytes: count,
  connections: count,
  mostConnections: count,
  /** Calls that wait for a connection. */
  waiting: count,
  /** The largest tables with their partitions; `rows` as the planner reckons them. */
  tables: z.array(z.object({ name: z.string(), bytes: count, rows: count })),
})

/** A job, of all processes of the installation. */
const PlatformJob = z.object({
  name: z.enum(jobNames),
  everyMs: count,
  /** The last run: its end, how long it took, the process. */
  endTime: z.string(),
  tookMs: count,
  host: z.string(),
  /** Runs that failed since the last good one, and why the last one of them did. */
  failures: count,
  error: z.string(),
})

/** A call of the last hour, by the pattern of its path. */
const PlatformCall = z.object({
  method: z.string(),
  path: z.string(),
  count,
  /** Of them answered with 5xx. */
  failed: count,
  meanMs: z.number(),
  mostMs: z.number(),
})

/** What waits to be done for all organisations. */
const PlatformBacklog = z.object({
  /** Outgoing events on their way, and those that were given up. */
  events: count,
  failedEvents: count,
  exports: count,
  reports: count,
  texts: count,
})

export const Platform = z.object({
  node: PlatformNode,
  /** All processes by their roles; none where one does everything. */
  processes: z.array(PlatformProcess),
  /** Partitions that no process stores right now. */
  idlePartitions: count,
  /** Null while the part that hears terminals does not answer. */
  terminals: PlatformTerminals.nullable(),
  database: PlatformDatabase,
  backlog: PlatformBacklog,
  /** Those that fail first, then by name. */
  jobs: z.array(PlatformJob),
  /** The slowest ones first. */
  calls: z.array(PlatformCall),
})
export type Platform = z.infer<typeof Platform>

/** How the installation is, for who runs it. Source: spec 3, section 20. */
export const getPlatform = endpoint({
  method: 'GET',
  path: '/admin/platform',
  access: { permission: 'platform_admin' },
  input: nothing,
  output: Platform,
})
