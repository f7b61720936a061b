import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { IngestFigures } from '../position/link.ts'
import { inTime, type Watched } from './readiness.ts'

/** Upper bounds of the times of answers, seconds. */
const buckets = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** An answered call. */
export type Answered = { method: string /** Pattern of the path. */; route: string; status: number; seconds: number }

/** Metrics of this process in the text format of Prometheus. They name no tenant and nobody. */
export function createMetrics(watched: () => Watched | undefined) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const answers = new Histogram({
    name: 'huanwei_http_request_seconds',
    help: 'Times of answered calls.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [registry],
  })
  const setIngest = ingestGauges(registry)
  const setPools = poolGauges(registry)
  const sockets = gauge(registry, 'huanwei_sockets', 'Open sockets of browsers.')
  const computations = gauge(
    registry,
    'huanwei_board_computations_total',
    'Results that were computed for boards since the start.',
  )
  const nats = gauge(registry, 'huanwei_nats_answers', '0 while NATS does not answer a process that needs it, else 1.')

  return {
    type: registry.contentType,
    /** Counts a call; `status` by its first digit. */
    answered: ({ method, route, status, seconds }: Answered) =>
      answers.observe({ method, route, status: `${Math.trunc(status / 100)}xx` }, seconds),
    async text(): Promise<string> {
      const parts = watched()
      if (parts) {
        setPools(parts)
        sockets.set(parts.sockets?.() ?? 0)
        computations.set(parts.boardComputations?.() ?? 0)
        const [figures, answer] = await Promise.all([inTime(parts.ingest.figures()), parts.nats && inTime(parts.nats())])
        if (figures) setIngest(figures)
        nats.set(parts.nats && !answer ? 0 : 1)
      }
      return registry.metrics()
    },
  }
}
export type Metrics = ReturnType<typeof createMetrics>

const gauge = (registry: Registry, name: string, help: string) => new Gauge({ name, help, registers: [registry] })

function ingestGauges(registry: Registry) {
  const connections = gauge(registry, 'huanwei_terminal_connections', 'Connections of terminals (JT/T 808).')
  const waiting = gauge(registry, 'huanwei_locations_waiting', 'Locations that were received and wait to be stored.')
  const stored = gauge(registry, 'huanwei_locations_stored_total', 'Locations committed since the start.')
  const refused = gauge(registry, 'huanwei_locations_refused_total', 'Locations that could not be stored since the start.')
  const storedAt = gauge(registry, 'huanwei_last_commit_timestamp_seconds', 'Time of the last commit of locations; 0 before.')
  const storedAfter = gauge(
    registry,
    'huanwei_stored_after_seconds',
    'Time from receipt to commit of the oldest location of the last commit.',
  )
  return (figures: IngestFigures) => {
    connections.set(figures.connections)
    waiting.set(figures.waiting)
    stored.set(figures.stored)
    refused.set(figures.refused)
    storedAt.set(figures.storedAt / 1000)
    storedAfter.set(figures.storedAfter / 1000)
  }
}

function poolGauges(registry: Registry) {
  const named = { registers: [registry], labelNames: ['pool'] }
  const help = 'Connections to the database, by pool.'
  const open = new Gauge({ name: 'huanwei_database_connections', help, ...named })
  const idle = new Gauge({ name: 'huanwei_database_connections_idle', help: 'Those of them that nobody uses.', ...named })
  const waiting = new Gauge({ name: 'huanwei_database_calls_waiting', help: 'Calls that wait for a connection.', ...named })
  return ({ db }: Watched) => {
    for (const { name: pool, ...figures } of db.figures()) {
      open.set({ pool }, figures.open)
      idle.set({ pool }, figures.idle)
      waiting.set({ pool }, figures.waiting)
    }
  }
}
