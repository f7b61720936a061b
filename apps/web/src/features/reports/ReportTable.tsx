import { columnsOf, Grouping, ReportKind } from '@huanwei/contract/reports/codes'
import { listReportRows, type ReportDetail, type ReportRow } from '@huanwei/contract/reports/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { query } from '../../lib/api.ts'
import { dayRange } from '../../lib/time.ts'
import { LoadFailed } from '../../ui/list/ListNotice.tsx'
import { ListPager } from '../../ui/list/ListPager.tsx'
import { useHistoryPage } from '../history/history-search.ts'
import type { Cell } from './CellDrawer.tsx'
import { useColumnNames } from './report-figures.ts'

type Props = {
  report: ReportDetail
  page: number
  onPage: (page: number) => void
  onCell: (cell: Cell) => void
  /** All rows are there, as far as paper makes sense, and the browser is asked to print. */
  isPrinting: boolean
  onPrinted: () => void
}

/** Rows that are printed at most. */
const mostPrinted = 3000

/** Rows of a report with their totals; each figure that counts rows opens its list. */
export function ReportTable({ report, page, onPage, onCell, isPrinting, onPrinted }: Props) {
  const { t } = useTranslation('reports')
  const [size, setSize] = useState(50)
  const { names, textOf } = useColumnNames(report)
  const place = isPrinting ? { current: 1, size: mostPrinted } : { current: page, size }
  const list = useQuery({ ...query(listReportRows, { id: report.id, ...place }), placeholderData: keepPreviousData })
  const isLoaded = !!list.data && !list.isPlaceholderData
  useEffect(() => {
    if (!isPrinting || !isLoaded) return
    window.print()
    onPrinted()
  }, [isPrinting, isLoaded, onPrinted])
  if (list.error && !list.data) return <LoadFailed title={t('failed')} error={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return <Skeleton active paragraph={{ rows: 8 }} title={false} />
  const isByObject = report.grouping === Grouping.object
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <section className="figure-table report-table" tabIndex={0} aria-label={t('table')}>
        <table aria-label={t('table')}>
          <thead>
            <tr>
              <th scope="col">{report.grouping && t(`grouping.${report.grouping}`)}</th>
              {isByObject && <th scope="col">{t('department')}</th>}
              {names.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {list.data.records.map((row) => (
              <Row key={row.key} {...{ report, row, onCell }} />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('total')}</th>
              {isByObject && <td />}
              {report.totals.map((figure, i) => (
                <td key={names[i]}>{textOf(figure)}</td>
              ))}
            </tr>
          </tfoot>
        </table>
      </section>
      <ListPager
        {...place}
        total={list.data.total}
        onPage={(to) => {
          setSize(to.size)
          onPage(to.current)
        }}
      />
    </>
  )
}

/** Kinds whose objects have tracks. */
const withTracks: readonly ReportKind[] = [ReportKind.vehicles, ReportKind.mileage, ReportKind.people]

function Row({ report, row, onCell }: { report: ReportDetail; row: ReportRow; onCell: (cell: Cell) => void }) {
  const { t } = useTranslation('reports')
  const { names, textOf, labelOf, listOf } = useColumnNames(report)
  const label = labelOf(row)
  const hasTrack = useHistoryPage() && report.grouping === Grouping.object && withTracks.includes(report.kind)
  return (
    <tr>
      <th scope="row" style={{ paddingInlineStart: 8 + row.level * 20 }}>
        {hasTrack ? (
          <Link to={trackAddress(row.key, report)} aria-label={t('trackOf', { name: label })}>
            {label}
          </Link>
        ) : (
          label
        )}
      </th>
      {report.grouping === Grouping.object && <td className="report-text">{row.deptName}</td>}
      {columnsOf(report.kind).map((column, i) => {
        const figure = row.figures[i] ?? null
        const text = textOf(figure)
        if (!figure || !listOf(column, row)) return <td key={column.key}>{text}</td>
        const name = names[i] ?? ''
        return (
          <td key={column.key}>
            <button
              type="button"
              className="list-link"
              aria-label={t('openList', { row: label, column: `${name} ${text}` })}
              onClick={() => onCell({ column: column.key, key: row.key, title: t('listOf', { row: label, column: name }) })}
            >
              {text}
            </button>
          </td>
        )
      })}
    </tr>
  )
}

/** Address of an object's history over the days of a report; the key of its row is `ObjectType` and number, as there. */
function trackAddress(key: string, { firstDay, lastDay }: ReportDetail) {
  const { startTime, endTime } = dayRange(firstDay, lastDay)
  return `/monitor/history/index?${new URLSearchParams({ objects: key, from: startTime, to: endTime, view: 'chart' })}`
}
