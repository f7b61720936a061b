import { getPlatform, type Platform } from '@huanwei/contract/platform/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Alert, Skeleton } from 'antd'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { LoadFailed } from '../../ui/list/ListNotice.tsx'
import { bytesText } from '../files/file-search.ts'
import { ageText } from './age-text.ts'
import { CallTable } from './CallTable.tsx'
import { FigureTable } from './FigureTable.tsx'
import { JobTable } from './JobTable.tsx'
import { ProcessTable } from './ProcessTable.tsx'
import { problemsOf } from './problems.ts'
import './platform.css'

const everyMs = 10_000

/** How the installation is, for who runs it. Source: spec 3, section 20. */
export function PlatformPage() {
  const { t } = useTranslation('platform')
  const { data, error, refetch } = useQuery({ ...query(getPlatform, {}), refetchInterval: everyMs })
  if (!data && error) return <LoadFailed title={t('failed')} error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton active />
  return (
    <div className="platform">
      {error && <LoadFailed title={t('failed')} error={error} onRetry={() => void refetch()} />}
      <Problems platform={data} />
      <div className="platform-blocks">
        <Node node={data.node} />
        <Terminals terminals={data.terminals} />
        <Database database={data.database} />
        <Backlog backlog={data.backlog} />
      </div>
      {data.processes.length > 0 && <ProcessTable processes={data.processes} />}
      <JobTable jobs={data.jobs} />
      <CallTable calls={data.calls} />
      <TableSizes tables={data.database.tables} />
    </div>
  )
}

function Problems({ platform }: { platform: Platform }) {
  const { t } = useTranslation('platform')
  const problems = problemsOf(platform)
  if (!problems.length) return <Alert type="success" showIcon title={t('fine')} />
  return problems.map(({ key, count }) => <Alert key={key} type="warning" showIcon title={t(key, { count })} />)
}

/** A block of figures with their names. */
function Block({ title, figures }: { title: string; figures: [name: string, value: ReactNode][] }) {
  const id = useId()
  return (
    <section className="platform-block" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <dl>
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Node({ node }: { node: Platform['node'] }) {
  const { t } = useTranslation('platform')
  return (
    <Block
      title={t('node')}
      figures={[
        [t('host'), `${node.host} (${node.pid})`],
        [t('version'), node.version],
        [t('startTime'), node.startTime],
        [t('memory'), bytesText(node.memoryBytes)],
        [t('processor'), `${Math.round(node.processorShare * 100)}%`],
        [t('delay'), t('milliseconds', { count: Math.round(node.delayMs) })],
        [t('sockets'), node.sockets],
      ]}
    />
  )
}

function Terminals({ terminals }: { terminals: Platform['terminals'] }) {
  const { t } = useTranslation('platform')
  if (!terminals) return <Block title={t('terminals')} figures={[[t('state'), t('silent')]]} />
  return (
    <Block
      title={t('terminals')}
      figures={[
        [t('connections'), terminals.connections],
        [t('storedTime'), terminals.storedTime ?? t('never')],
        [t('storedAfter'), ageText(t, terminals.storedAfterMs)],
        [t('shownAfter'), ageText(t, terminals.shownAfterMs)],
        [t('waiting'), terminals.waiting],
        [t('stored'), terminals.stored],
        [t('refused'), terminals.refused],
      ]}
    />
  )
}

function Database({ database }: { database: Platform['database'] }) {
  const { t } = useTranslation('platform')
  return (
    <Block
      title={t('database')}
      figures={[
        [t('version'), `PostgreSQL ${database.version}`],
        [t('size'), bytesText(database.bytes)],
        [t('databaseConnections'), `${database.connections} / ${database.mostConnections}`],
        [t('databaseWaiting'), database.waiting],
      ]}
    />
  )
}

function Backlog({ backlog }: { backlog: Platform['backlog'] }) {
  const { t } = useTranslation('platform')
  return (
    <Block
      title={t('backlog')}
      figures={[
        [t('events'), backlog.events],
        [t('failedEvents'), backlog.failedEvents],
        [t('exports'), backlog.exports],
        [t('reports'), backlog.reports],
        [t('texts'), backlog.texts],
      ]}
    />
  )
}

function TableSizes({ tables }: { tables: Platform['database']['tables'] }) {
  const { t } = useTranslation('platform')
  return (
    <FigureTable title={t('tables')} heads={[t('table'), t('size'), t('rows')]}>
      {tables.map(({ name, bytes, rows }) => (
        <tr key={name}>
          <td>{name}</td>
          <td>{bytesText(bytes)}</td>
          <td>{rows}</td>
        </tr>
      ))}
    </FigureTable>
  )
}
