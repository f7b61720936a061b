import type { Log, LoginLog } from '@huanwei/contract/logs/endpoints'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { indexColumn, openColumn, whole } from '../../ui/list/list-cells.tsx'
import type { ListColumn } from '../../ui/list/list-columns.ts'
import { browserName } from '../tokens/browser-name.ts'
import { LoginResult, LogResult, useLogTitle } from './LogWords.tsx'

export function useOperationColumns(): ListColumn<Log>[] {
  const { t } = useTranslation(['logs', 'list'])
  const titleOf = useLogTitle()
  return useMemo(
    () => [
      indexColumn(t('list:index')),
      { key: 'title', title: t('column.title'), width: 170, always: true, card: 'head', cell: (row) => whole(titleOf(row)) },
      { key: 'result', title: t('column.result'), width: 122, cell: (row) => <LogResult exception={row.exception} /> },
      { key: 'person', title: t('column.person'), width: 110, cell: (row) => whole(row.createBy) },
      { key: 'time', title: t('column.time'), width: 160, cell: (row) => row.createTime },
      { key: 'address', title: t('column.address'), width: 240, cell: (row) => whole(`${row.method} ${row.requestUri}`) },
      { key: 'from', title: t('column.from'), width: 130, cell: (row) => whole(row.remoteAddr) },
      { key: 'duration', title: t('column.duration'), width: 80, cell: (row) => (row.time === null ? '—' : `${row.time} ms`) },
      openColumn(t('list:action'), () => t('list:details')),
    ],
    [t, titleOf],
  )
}

export function useErrorColumns(): ListColumn<Log>[] {
  const { t } = useTranslation(['logs', 'list'])
  const titleOf = useLogTitle()
  return useMemo(
    () => [
      indexColumn(t('list:index')),
      { key: 'source', title: t('column.source'), width: 120, always: true, card: 'head', cell: (row) => whole(titleOf(row)) },
      // Input of a failed call, or the text of a browser's error.
      { key: 'content', title: t('column.content'), width: 300, cell: (row) => whole(row.params) },
      { key: 'address', title: t('column.address'), width: 220, cell: (row) => whole(row.requestUri) },
      { key: 'stack', title: t('column.stack'), width: 240, cell: (row) => whole(row.exception ?? '') },
      { key: 'person', title: t('column.person'), width: 100, cell: (row) => whole(row.createBy) },
      { key: 'time', title: t('column.time'), width: 160, cell: (row) => row.createTime },
      openColumn(t('list:action'), () => t('list:details')),
    ],
    [t, titleOf],
  )
}

export function useLoginColumns(): ListColumn<LoginLog>[] {
  const { t } = useTranslation(['logs', 'list'])
  return useMemo(
    () => [
      indexColumn(t('list:index')),
      { key: 'user', title: t('column.user'), width: 130, always: true, card: 'head', cell: (row) => whole(row.username) },
      { key: 'operation', title: t('column.operation'), width: 80, cell: (row) => t(`login.operation.${row.operation}`) },
      { key: 'result', title: t('column.result'), width: 120, cell: (row) => <LoginResult status={row.status} /> },
      {
        key: 'grant',
        title: t('column.grant'),
        width: 120,
        cell: (row) => t(`login.grant.${row.grantType}`, { defaultValue: row.grantType }),
      },
      { key: 'time', title: t('column.time'), width: 160, cell: (row) => row.createTime },
      { key: 'from', title: t('column.from'), width: 130, cell: (row) => whole(row.remoteAddr) },
      {
        key: 'agent',
        title: t('column.agent'),
        width: 160,
        cell: ({ userAgent }) => <span title={userAgent}>{browserName(userAgent)}</span>,
      },
    ],
    [t],
  )
}
