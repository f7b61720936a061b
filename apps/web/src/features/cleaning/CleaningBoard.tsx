import { CleaningStatus } from '@huanwei/contract/cleaning/codes'
import { listCleaning } from '@huanwei/contract/cleaning/endpoints'
import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadFailed } from '../../ui/list/ListNotice.tsx'
import { CleaningCard } from './CleaningCard.tsx'
import { CleaningFrame } from './CleaningFrame.tsx'
import { CleaningTag } from './CleaningState.tsx'
import { useColumn } from './cleaning-list.ts'
import type { CleaningSearch } from './cleaning-search.ts'

type Props = {
  lead: ReactNode
  actions: ReactNode
  search: CleaningSearch
  onSearch: (change: Partial<CleaningSearch>) => void
}

/** The reports by state, the newest of each. */
export function CleaningBoard({ lead, actions, search, onSearch }: Props) {
  const cache = useQueryClient()
  const isFetching = useIsFetching({ queryKey: [listCleaning.path] }) > 0
  const refresh = () => void cache.invalidateQueries({ queryKey: [listCleaning.path] })
  return (
    <CleaningFrame {...{ lead, actions, search, onSearch, isFetching }} onRefresh={refresh}>
      <div className="clean-board">
        {Object.values(CleaningStatus).map((status) => (
          <Column key={status} status={status} search={search} onSearch={onSearch} />
        ))}
      </div>
    </CleaningFrame>
  )
}

type ColumnProps = Pick<Props, 'search' | 'onSearch'> & { status: CleaningStatus }

function Column({ status, search, onSearch }: ColumnProps) {
  const { t } = useTranslation(['cleaning', 'list'])
  const { data, error, refetch } = useColumn(search, status)
  const rest = data ? data.total - data.records.length : 0
  return (
    <section className="clean-column" aria-labelledby={`clean-column-${status}`}>
      <h2 id={`clean-column-${status}`}>
        <CleaningTag status={status} />
        <span>{data?.total}</span>
      </h2>
      <div className="clean-cards">
        {!data && !error && <Skeleton active title={false} paragraph={{ rows: 6 }} />}
        {!data && error && <LoadFailed title={t('list:failed')} error={error} onRetry={refetch} />}
        {data?.records.map((report) => (
          <CleaningCard
            key={report.id}
            report={report}
            isOpen={report.id === search.open}
            onOpen={(open) => onSearch({ open })}
          />
        ))}
        {data?.total === 0 && <p className="clean-none">{t(`noneHere.${status}`)}</p>}
        {rest > 0 && (
          <Button type="link" onClick={() => onSearch({ view: 'list', status, current: 1 })}>
            {t('seeRest', { count: rest })}
          </Button>
        )}
      </div>
    </section>
  )
}
