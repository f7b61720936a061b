import { listLoginLogs, listLogs } from '@huanwei/contract/logs/endpoints'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { ListFrame } from '../../ui/list/ListFrame.tsx'
import { useListFilter } from '../../ui/list/use-list-filter.tsx'
import { Segments } from '../../ui/select/Segments.tsx'
import { ExportButton } from '../exports/ExportButton.tsx'
import { ShortMessages } from '../sms/ShortMessages.tsx'
import { useErrorColumns, useLoginColumns, useOperationColumns } from './LogColumns.tsx'
import { LogDrawer } from './LogDrawer.tsx'
import { useLogins, useLogs } from './log-list.ts'
import { type LogsSearch, type LogTabSearch, toLogInput, toLoginInput } from './log-search.ts'

const noFilter: Pick<LogsSearch, 'person' | 'text' | 'status' | 'sms' | 'from' | 'to'> = {
  sms: undefined,
  person: undefined,
  text: undefined,
  status: undefined,
  from: undefined,
  to: undefined,
}

type Props = { search: LogsSearch; onSearch: (change: Partial<LogsSearch>) => void }

const tabs = ['operations', 'errors', 'logins', 'texts'] as const
const statuses = ['1', '0', '2'] as const

/** Operations, errors, log-ins and text messages. Source: spec 2, section 7.2; spec 4, S1 §7.2. */
export function LogsPage({ search, onSearch }: Props) {
  const { t } = useTranslation('logs')
  const { tab, ...rest } = search
  const lead = (
    <Segments<LogsSearch['tab']>
      aria-label={t('title')}
      options={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
      value={tab}
      onChange={(next) => onSearch({ ...noFilter, tab: next, current: 1, open: undefined })}
    />
  )
  if (tab === 'texts') return <ShortMessages lead={lead} search={rest} onSearch={onSearch} />
  return <LogsTab key={tab} lead={lead} search={{ ...rest, tab }} onSearch={onSearch} />
}

type TabProps = { lead: ReactNode; search: LogTabSearch; onSearch: Props['onSearch'] }

function LogsTab({ lead, search, onSearch }: TabProps) {
  const { t } = useTranslation(['logs', 'list'])
  const { tab } = search
  const logs = useLogs(search)
  const logins = useLogins(search)
  const columns = { operations: useOperationColumns(), errors: useErrorColumns() }
  const loginColumns = useLoginColumns()
  const { fields, frame, rows, drawer } = useListFilter({ search, onSearch, noFilter, list: tab === 'logins' ? logins : logs })
  const opened = tab === 'logins' ? undefined : logs.data?.records.find(({ id }) => id === search.open)
  const common = {
    ...frame,
    label: t(`tab.${tab}`),
    lead,
    filters: [
      fields.text('person', t(tab === 'logins' ? 'filter.user' : 'filter.person')),
      tab === 'logins'
        ? fields.choice(
            'status',
            t('filter.result'),
            statuses.map((value) => ({ value, label: t(`login.status.${value}`) })),
          )
        : fields.text('text', t('filter.text'), 100),
      fields.days(),
    ],
    exportButton:
      tab === 'logins' ? (
        <ExportButton {...query(listLoginLogs, toLoginInput(search))} />
      ) : (
        <ExportButton {...query(listLogs, toLogInput(search))} />
      ),
    noMatch: { title: t('noneMatch'), hint: t('noneMatchHint') },
    empty: { title: t('noneYet'), hint: t('noneYetHint') },
  }
  if (tab === 'logins') return <ListFrame name="logins" {...common} columns={loginColumns} list={logins} />
  return (
    <>
      <ListFrame name={tab} {...common} columns={columns[tab]} list={logs} {...rows} />
      {opened && <LogDrawer key={opened.id} log={opened} onClose={drawer.onClose} />}
    </>
  )
}
