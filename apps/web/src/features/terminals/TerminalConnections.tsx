import { listConnections, type Terminal } from '@huanwei/contract/terminals/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { ListEmpty, LoadFailed } from '../../ui/list/ListNotice.tsx'
import { ListPager } from '../../ui/list/ListPager.tsx'
import './terminals.css'

/** When a terminal came, when it was known, when it left and why. */
export function TerminalConnections({ device: { id } }: { device: Terminal }) {
  const { t } = useTranslation('terminals')
  const [wanted, setWanted] = useState({ current: 1, size: 10 })
  const list = useQuery({ ...query(listConnections, { id, ...wanted }), placeholderData: keepPreviousData })
  if (list.isError) return <LoadFailed title={t('connectionsFailed')} error={list.error} onRetry={() => void list.refetch()} />
  if (list.isPending) return <Skeleton active />
  if (!list.data.total) return <ListEmpty title={t('noConnections')} hint={t('noConnectionsHint')} />
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <section className="terminal-scroll" tabIndex={0} aria-label={t('tab.connections')}>
        <table className="terminal-table">
          <thead>
            <tr>
              <th scope="col">{t('came')}</th>
              <th scope="col">{t('known')}</th>
              <th scope="col">{t('left')}</th>
              <th scope="col">{t('reason')}</th>
              <th scope="col">{t('address')}</th>
            </tr>
          </thead>
          <tbody>
            {list.data.records.map(({ time, authenticated, ended, reason, address }) => (
              <tr key={time}>
                <td>{time}</td>
                <td>{withoutDay(authenticated, time)}</td>
                <td>{ended ? withoutDay(ended, time) : reason ? '—' : t('stays')}</td>
                <td>{reason ? t(`reasons.${reason}`) : '—'}</td>
                <td>{address}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <ListPager {...wanted} total={list.data.total} onPage={setWanted} />
    </>
  )
}

/** The time alone on the day of `of`. */
const withoutDay = (time: string, of: string) => (time.slice(0, 10) === of.slice(0, 10) ? time.slice(11) : time)
