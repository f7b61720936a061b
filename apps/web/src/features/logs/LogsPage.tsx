import { listLoginLogs, listLogs } from '@huanwei/contract/logs/endpoints'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { ListFrame } from '../../ui/ListFrame.tsx'
import { useErrorColumns, useLoginColumns, useOperationColumns } from './LogColumns.tsx'
import { LogDrawer } from './LogDrawer.tsx'
import { useLogFilters } from './LogFilters.tsx'
import { useLogins, useLogs } from './log-list.ts'
import { type LogsFilter, LogsSearch, noFilter, toLogInput, toLoginInput } from './log-search.ts'

type Props = { search: LogsSearch; onSearch: (change: Partial<LogsSearch>) => void }

const tabs = ['operations', 'errors', 'logins'] as const

/** What people did, what went wrong, who logged in. Source: spec 2, section 7.2; spec 4, S1 §7.2. */
export function LogsPage({ search, onSearch }: Props) {
  const { t } = useTranslation(['logs', 'list'])
  const { tab } = search
  const logs = useLogs(search)
  const logins = useLogins(search)
  const columns = { operations: useOperationColumns(), errors: useErrorColumns() }
  const loginColumns = useLoginColumns()
  /** What was chosen since the last 查询. */
  const [draft, setDraft] = useState<Partial<LogsFilter>>({})
  const filters = useLogFilters(tab, { ...search, ...draft }, (change) => setDraft((before) => ({ ...before, ...change })))
  const { person, text, status, from, to } = search
  const isFiltered = [person, text, status, from, to].some((each) => each !== undefined)
  const opened = tab === 'logins' ? undefined : logs.data?.records.find(({ id }) => id === search.open)

  function apply(change: Partial<LogsSearch>) {
    setDraft({})
    onSearch({ ...change, current: 1 })
  }
  const common = {
    label: t(`tab.${tab}`),
    lead: (
      <Segmented<LogsSearch['tab']>
        aria-label={t('title')}
        options={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
        value={tab}
        onChange={(next) => {
          setDraft({})
          onSearch({ ...noFilter, tab: next, current: 1, open: undefined })
        }}
      />
    ),
    filters,
    exported: tab === 'logins' ? query(listLoginLogs, toLoginInput(search)) : query(listLogs, toLogInput(search)),
    onQuery: () => {
      if (Object.keys(draft).length > 0) apply(draft)
      else void (tab === 'logins' ? logins : logs).refetch()
    },
    onReset: () => apply(noFilter),
    position: search,
    onPage: ({ current, size }: { current: number; size: number }) =>
      onSearch(LogsSearch.pick({ current: true, size: true }).parse({ current, size })),
    empty: isFiltered
      ? {
          title: t('noneMatch'),
          hint: t('noneMatchHint'),
          action: <Button onClick={() => apply(noFilter)}>{t('list:clearFilters')}</Button>,
        }
      : { title: t('noneYet'), hint: t('noneYetHint') },
  }
  if (tab === 'logins') return <ListFrame key={tab} name="logins" {...common} columns={loginColumns} list={logins} />
  return (
    <>
      <ListFrame
        key={tab}
        name={tab}
        {...common}
        columns={columns[tab]}
        list={logs}
        onOpen={({ id }) => onSearch({ open: id })}
        openId={search.open}
      />
      {opened && <LogDrawer key={opened.id} log={opened} onClose={() => onSearch({ open: undefined })} />}
    </>
  )
}
