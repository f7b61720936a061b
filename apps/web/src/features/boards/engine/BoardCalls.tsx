import type { Panel } from '@huanwei/contract/boards/endpoints'
import { useTranslation } from 'react-i18next'

/** The calls for help that wait for somebody, in place of the board's head; who is logged in has the strip above every page. Source: spec 3, section 21. */
export function BoardCalls({ calls }: { calls: Panel | undefined }) {
  const { t } = useTranslation('boards')
  const rows = calls?.data?.shape === 'rows' ? calls.data.rows : []
  const [newest] = rows
  if (!newest) return null
  return (
    <div className="board-calls" role="alert">
      <strong>{t('calls', { count: rows.length })}</strong>
      <span>{newest.cells.filter(Boolean).join(' · ')}</span>
    </div>
  )
}
