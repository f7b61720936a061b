import type { ListedTerminal } from '@huanwei/contract/terminals/endpoints'
import { withoutSystems } from '@huanwei/contract/terminals/rules'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { indexColumn, openColumn, shortTime, whole } from '../../ui/list/list-cells.tsx'
import type { ListColumn } from '../../ui/list/list-columns.ts'
import { sharedPlace } from '../../ui/list/places.ts'
import { OnlineTag } from '../assets/OnlineTag.tsx'
import { useBitWords } from './TerminalState.tsx'

/** Columns of the terminals; addresses leave out what all of `rows` begin with. */
export function useTerminalColumns(rows: readonly ListedTerminal[]): ListColumn<ListedTerminal>[] {
  const { t } = useTranslation(['terminals', 'list'])
  const { alarmWords, statusWords } = useBitWords()
  const shared = sharedPlace(rows.flatMap(({ address }) => address ?? []))
  return useMemo(
    () => [
      indexColumn(t('list:index')),
      { key: 'number', title: t('number'), width: 124, always: true, card: 'title', cell: (row) => row.terminalNo },
      {
        key: 'object',
        title: t('object'),
        width: 120,
        card: 'title',
        cell: (row) => whole(row.objectName ?? t('unbound')),
      },
      { key: 'online', title: t('connection'), width: 98, card: 'state', cell: (row) => <OnlineTag online={row.online} /> },
      {
        key: 'lastSeen',
        title: t('lastSeen'),
        width: 150,
        card: 'time',
        cell: (row) => row.lastSeen ?? '—',
        brief: ({ lastSeen }) => lastSeen && shortTime(lastSeen),
      },
      {
        key: 'position',
        title: t('position'),
        width: 142,
        card: 'detail',
        cell: ({ address }) => whole(address?.slice(shared) ?? '', address ?? ''),
        brief: ({ address }) => address?.slice(shared) ?? '',
      },
      { key: 'speed', title: t('speed'), width: 80, cell: ({ speed }) => (speed === null ? '—' : `${speed} km/h`) },
      {
        key: 'status',
        title: t('status'),
        width: 150,
        cell: ({ status }) => whole(statusWords(withoutSystems(status ?? 0)), statusWords(status)),
      },
      { key: 'alarm', title: t('alarm'), width: 66, cell: (row) => whole(alarmWords(row.alarm)) },
      openColumn(t('list:action'), () => t('list:details')),
    ],
    [t, alarmWords, statusWords, shared],
  )
}
