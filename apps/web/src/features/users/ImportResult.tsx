import { useTranslation } from 'react-i18next'
import type { CheckedRows } from './use-import.ts'

/** Outcome, or expected outcome, of each row; skipped ones first. */
export function ImportResult({ rows, problems, isDone }: CheckedRows) {
  const { t } = useTranslation('users')
  const lines = rows.map((row, i) => ({ row, number: i + 1, wrong: problems[i] ?? [] }))
  const bad = lines.filter(({ wrong }) => wrong.length > 0)
  const good = lines.filter(({ wrong }) => wrong.length === 0)
  return (
    <>
      <p role="status">
        <strong>{t(isDone ? 'importDone' : 'importReady', { right: good.length, wrong: bad.length })}</strong>
      </p>
      <table className="import-result" aria-label={t('importResult')}>
        <thead>
          <tr>
            <th scope="col">{t('row')}</th>
            <th scope="col">{t('username')}</th>
            <th scope="col">{t('result')}</th>
          </tr>
        </thead>
        <tbody>
          {[...bad, ...good].map(({ row, number, wrong }) => (
            <tr key={number}>
              <td>{number}</td>
              <td>{row.username || '—'}</td>
              <td data-tone={wrong.length ? 'bad' : undefined}>
                {wrong.length
                  ? wrong.map(({ field, text }) => (
                      <div key={`${field} ${text}`}>
                        {field && t('ofField', { field: t(`sheet.${field}`) })}
                        {text}
                      </div>
                    ))
                  : t(isDone ? 'rowAdded' : 'rowRight')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
