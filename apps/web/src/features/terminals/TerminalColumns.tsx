import type { ListedTerminal } from '@huanwei/contract/terminals/endpoints'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { openColumn, whole } from '../../ui/list/list-cells.tsx'
import type { ListColumn } from '../../ui/list/list-columns.ts'
import { OnlineTag, useBitWords } from './TerminalState.tsx'

export function useTerminalColumns(): ListColumn<ListedTerminal>[] {
  const { t } = useTranslation(['terminals', 'list'])
  const { alarmWords, statusWords } = useBitWords()
  return useMemo(
    () => [
      { key: 'index', title: t('list:index'), width: 54, card: 'none', always: true, cell: (_, number) => number },
      { key: 'number', title: t('number'), width: 104, always: true, card: 'head', cell: (row) => row.terminalNo },
      {
        key: 'object',
        title: t('object'),
        width: 92,
        cell: (row) => whole(row.objectName ?? t('unbound')),
      },
      { key: 'online', title: t('connection'), width: 102, cell: (row) => <OnlineTag online={row.online} /> },
      { key: 'lastSeen', title: t('lastSeen'), width: 146, cell: (row) => row.lastSeen ?? '—' },
      { key: 'position', title: t('position'), width: 170, cell: ({ address }) => whole(address ?? '—') },
      { key: 'speed', title: t('speed'), width: 92, cell: ({ speed }) => (speed === null ? '—' : `${speed} km/h`) },
      { key: 'status', title: t('status'), width: 190, cell: (row) => statusWords(row.status) },
      { key: 'alarm', title: t('alarm'), width: 74, cell: (row) => whole(alarmWords(row.alarm)) },
      openColumn(t('list:action'), () => t('list:details')),
    ],
    [t, alarmWords, statusWords],
  )
}
