import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { findJobs } from '../features/jobs/queries.ts'
import type { IngestFigures } from '../position/link.ts'
import { inTime, type Readiness, type Watched } from './readiness.ts'

/** Upper bounds of the times of answers, seconds. */
const buckets = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** An answered call. */
export type Answered = {
  method: string
  /** Pattern of the path. */
  route: string
  /** A file went one way or the other: that takes as long as the line of who called needs. */
  isFile: boolean
  status: number
  seconds: number
}

/** Metrics of this process in the text format of Prometheus. They name no tenant and nobody. What it does not have or know is left out. */
export function createMetrics(watched: () => Watched | undefined, readiness: () => Promise<Readiness>) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const answers = new Histogram({
    name: 'huanwei_http_request_seconds',
    help: 'Times of answered calls.',
    labelNames: ['method', 'route', 'kind', 'status'],
    buckets,
    registers: [registry],
  })
  const setIngest = ingestGauges(registry)
  const setPools = poolGauges(registry)
  const setChecks = checkGauges(registry)
  const setJobs = jobGauge(registry)
  const sockets = gauge(registry, 'huanwei_sockets', 'Open sockets of browsers.')
  const computations = gauge(
    registry,
    'huanwei_board_computations_total',
    'Results that were computed for boards since the start.',
  )

  return {
    type: registry.contentType,
    /** Counts a call; `status` by its first digit. */
    answered: ({ method, route, isFile, status, seconds }: Answered) =>
      answers.observe({ method, route, kind: isFile ? 'file' : 'call', status: `${Math.trunc(status / 100)}xx` }, seconds),
    async text(): Promise<string> {
      const parts = watched()
      const [figures, ready, jobs] = await Promise.all([
        parts?.own && inTime(parts.own.figures()),
        parts && readiness(),
        parts && inTime(parts.db.system(findJobs)),
      ])
      setIngest(figures)
      setPools(parts)
      setChecks(ready?.checks)
      setJobs(jobs)
      sockets(parts?.sockets?.())
      computations(parts?.boardComputations?.())
      return registry.metrics()
    },
  }
}
export type Metrics = ReturnType<typeof createMetrics>

/** Returns what sets a gauge, or leaves it out where it has no value: one without labels would begin as 0. */
function gauge(registry: Registry, name: string, help: string) {
  const one = new Gauge({ name, help, registers: [registry] })
  const set = (value: number | undefined) => (value === undefined ? one.remove() : one.set(value))
  set(undefined)
  return set
}

function ingestGauges(registry: Registry) {
  const connections = gauge(registry, 'huanwei_terminal_connections', 'Connections of terminals (JT/T 808).')
  const waiting = gauge(registry, 'huanwei_locations_waiting', 'Locations that were received and wait to be stored.')
  const capacity = gauge(registry, 'huanwei_locations_capacity', 'Locations that may wait before no more are taken.')
  const stored = gauge(registry, 'huanwei_locations_stored_total', 'Locations committed since the start.')
  const refused = gauge(registry, 'huanwei_locations_refused_total', 'Locations that could not be stored since the start.')
  const receivedAt = gauge(registry, 'huanwei_last_receipt_timestamp_seconds', 'Time of the last receipt of locations.')
  const storedAt = gauge(registry, 'huanwei_last_commit_timestamp_seconds', 'Time of the last commit of locations.')
  const storedAfter = gauge(
    registry,
    'huanwei_stored_after_seconds',
    'Time from receipt to commit of the oldest location of the last commit.',
  )
  return (figures: IngestFigures | undefined) => {
    connections(figures?.connections)
    waiting(figures?.waiting)
    capacity(figures?.capacity)
    stored(figures?.stored)
    refused(figures?.refused)
    receivedAt(figures?.receivedAt ? figures.receivedAt / 1000 : undefined)
    storedAt(figures?.storedAt ? figures.storedAt / 1000 : undefined)
    storedAfter(figures?.storedAt ? figures.storedAfter / 1000 : undefined)
  }
}

function checkGauges(registry: Registry) {
  const help = '1 while this part, which the process needs, answers, else 0.'
  const ready = new Gauge({ name: 'huanwei_ready', help, labelNames: ['check'], registers: [registry] })
  const nats = gauge(registry, 'huanwei_nats_answers', '0 while NATS does not answer a process that needs it, else 1.')
  return (checks: Readiness['checks']) => {
    ready.reset()
    for (const [check, answer] of Object.entries(checks ?? {})) ready.set({ check }, answer === 'ok' ? 1 : 0)
    nats(checks?.nats && (checks.nats === 'ok' ? 1 : 0))
  }
}

/** `name`, as Prometheus has a label `job` of its own. */
function jobGauge(registry: Registry) {
  const help = 'Runs of a job that failed since its last good one, in whichever process.'
  const failures = new Gauge({ name: 'huanwei_job_failures', help, labelNames: ['name'], registers: [registry] })
  return (jobs: Awaited<ReturnType<typeof findJobs>> = []) => {
    failures.reset()
    for (const job of jobs) failures.set({ name: job.name }, job.failures)
  }
}

function poolGauges(registry: Registry) {
  const named = { registers: [registry], labelNames: ['pool'] }
  const help = 'Connections to the database, by pool.'
  const open = new Gauge({ name: 'huanwei_database_connections', help, ...named })
  const idle = new Gauge({ name: 'huanwei_database_connections_idle', help: 'Those of them that nobody uses.', ...named })
  const waiting = new Gauge({ name: 'huanwei_database_calls_waiting', help: 'Calls that wait for a connection.', ...named })
  return (parts: Watched | undefined) => {
    for (const { name: pool, ...figures } of parts?.db.figures() ?? []) {
      open.set({ pool }, figures.open)
      idle.set({ pool }, figures.idle)
      waiting.set({ pool }, figures.waiting)
    }
  }
}
