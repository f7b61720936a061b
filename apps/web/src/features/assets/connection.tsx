import { useTranslation } from 'react-i18next'
import type { ListColumn } from '../../ui/list/list-columns.ts'
import { OnlineTag } from './OnlineTag.tsx'

/** Name and choices of the filter by connection. */
export function useConnectionFilter() {
  const { t } = useTranslation('terminals')
  const choices = [
    { value: 'true' as const, label: t('online') },
    { value: 'false' as const, label: t('offline') },
  ]
  return [t('connection'), choices] as const
}

/** Connection of the bound terminal, a dash without one. */
export const connectionColumn = <Row extends { terminalNo: string | null; online: boolean }>(title: string): ListColumn<Row> => ({
  key: 'online',
  title,
  width: 94,
  card: 'state',
  cell: ({ terminalNo, online }) => (terminalNo === null ? '—' : <OnlineTag online={online} />),
})
