import type { ColumnKey } from '@huanwei/contract/reports/codes'
import { listReportCell, type ReportDetail } from '@huanwei/contract/reports/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { DrawerFrame } from '../../ui/drawer/DrawerFrame.tsx'
import { ListEmpty } from '../../ui/list/ListNotice.tsx'
import { ListPager } from '../../ui/list/ListPager.tsx'

/** A figure of a row, or without a key of the totals. */
export type Cell = { column: ColumnKey; key?: string; title: string }

/** The list whose rows a figure counts, as it is now. */
export function CellDrawer({ report, cell, onClose }: { report: ReportDetail; cell: Cell; onClose: () => void }) {
  const { t } = useTranslation(['reports', 'common'])
  const { column, key, title } = cell
  const [place, setPlace] = useState({ current: 1, size: 20 })
  const list = useQuery({ ...query(listReportCell, { id: report.id, column, key, ...place }), placeholderData: keepPreviousData })
  return (
    <DrawerFrame title={title} asked={list} onClose={onClose}>
      <p className="report-hint">{t('listNow', { time: report.finishTime ?? report.createTime })}</p>
      {list.data?.total === 0 && <ListEmpty title={t('listNone')} hint={t('listNoneHint')} />}
      {list.data && list.data.total > 0 && (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
          <section className="figure-table report-cell" tabIndex={0} aria-label={title}>
            <table>
              <thead>
                <tr>
                  {list.data.titles.map((name) => (
                    <th key={name} scope="col">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {list.data.records.map((cells, n) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: rows are drawn anew with each page
                  <tr key={n}>
                    {list.data.titles.map((name, i) => (
                      <td key={name}>{cells[i] ?? ''}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
          <ListPager {...place} total={list.data.total} onPage={setPlace} />
        </>
      )}
    </DrawerFrame>
  )
}
