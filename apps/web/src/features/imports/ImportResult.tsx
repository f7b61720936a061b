import { DownloadOutlined } from '@ant-design/icons'
import { type SheetColumn, type SheetName, sheetColumns } from '@huanwei/contract/imports/codes'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { saveText } from '../../lib/save.ts'
import { csvOf } from './sheet.ts'
import { type Checked, useTitles } from './use-import.ts'

/** Problems that are listed; the file has all. */
const mostShown = 100

type Props = { sheet: SheetName } & Checked

const countRows = ({ problems }: Pick<Checked, 'problems'>) => new Set(problems.map(({ row }) => row)).size

/** Outcome, or expected outcome, with the problems by row and column. */
export function ImportResult({ sheet, added, changed, problems, isDone }: Props) {
  const { t } = useTranslation('imports')
  const nameOf = useColumnName(sheet)
  const wrong = countRows({ problems })
  const word = !isDone ? 'ready' : added + changed === 0 && wrong > 0 ? 'nothing' : 'done'
  return (
    <>
      <p role="status">
        <strong>{t(word, { added, changed, wrong })}</strong>
      </p>
      {problems.length > 0 && (
        <table className="import-result" aria-label={t('problems')}>
          <thead>
            <tr>
              <th scope="col">{t('row')}</th>
              <th scope="col">{t('column')}</th>
              <th scope="col">{t('reason')}</th>
            </tr>
          </thead>
          <tbody>
            {problems.slice(0, mostShown).map(({ row, field, text }) => (
              <tr key={`${row} ${field} ${text}`}>
                <td>{row}</td>
                <td>{nameOf(field)}</td>
                <td data-tone="bad">{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {problems.length > mostShown && <p>{t('more', { n: problems.length - mostShown })}</p>}
    </>
  )
}

function useColumnName(sheet: SheetName) {
  const { t } = useTranslation('imports')
  const title = useTitles(sheet)
  const columns: readonly SheetColumn[] = sheetColumns[sheet]
  return (field: string | null) => {
    const column = columns.find((one) => one === field)
    return column ? title(column) : t('whole')
  }
}

/** Saves the rows that have problems, with the reasons, to be corrected and imported again. */
export function RefusedButton({ sheet, table: { columns, rows, firstRow }, problems }: Props) {
  const { t } = useTranslation('imports')
  const title = useTitles(sheet)
  const nameOf = useColumnName(sheet)
  const numbers = [...new Set(problems.map(({ row }) => row))]
  if (numbers.length === 0) return null
  function save() {
    const lines = numbers.map((number) => {
      const reasons = problems.filter(({ row }) => row === number).map(({ field, text }) => `${nameOf(field)}: ${text}`)
      return [...(rows[number - firstRow] ?? []), reasons.join('; ')]
    })
    const titles = [...columns.map(title), t('reason')]
    saveText(csvOf([titles, ...lines]), 'text/csv;charset=utf-8', `${t('refusedName')}.csv`)
  }
  return (
    <span className="form-actions">
      <Button icon={<DownloadOutlined aria-hidden />} onClick={save}>
        {t('download', { n: numbers.length })}
      </Button>
    </span>
  )
}
