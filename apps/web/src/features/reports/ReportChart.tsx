import { columnsOf, Grouping } from '@huanwei/contract/reports/codes'
import type { ReportDetail } from '@huanwei/contract/reports/endpoints'
import { mostDrawn } from '@huanwei/contract/reports/rules'
import { Button, Select } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Chart } from '../../ui/chart/Chart.tsx'
import '../../ui/chart/figure-table.css'
import { barsOf } from './report-chart.ts'
import { useColumnNames } from './report-figures.ts'

/** One figure of the days, or of the largest objects or departments, as a chart or as its table. */
export function ReportChart({ report }: { report: ReportDetail }) {
  const { t } = useTranslation('reports')
  const { names, textOf, labelOf } = useColumnNames(report)
  const [index, setIndex] = useState(0)
  const [isTable, setTable] = useState(false)
  const name = names[index] ?? ''
  const isByDay = report.grouping === Grouping.day
  const noObject = t('noObject')
  const { option, height } = useMemo(() => barsOf(report, index, noObject), [report, index, noObject])
  return (
    <section className="report-chart" aria-label={t('chartOf', { column: name })}>
      <div className="report-chart-head">
        <Select
          aria-label={t('chartMeasure')}
          value={index}
          onChange={setIndex}
          options={columnsOf(report.kind).map(({ key }, value) => ({ value, label: t(`column.${key}`) }))}
        />
        {!isByDay && report.drawn.length === mostDrawn && <span className="list-sub">{t('chartLargest', { n: mostDrawn })}</span>}
        <Button type="link" onClick={() => setTable(!isTable)}>
          {t(isTable ? 'asChart' : 'asTable')}
        </Button>
      </div>
      {isTable ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        <section className="figure-table report-chart-table" tabIndex={0} aria-label={name}>
          <table>
            <thead>
              <tr>
                <th scope="col">{report.grouping && t(`grouping.${report.grouping}`)}</th>
                <th scope="col">{name}</th>
              </tr>
            </thead>
            <tbody>
              {report.drawn.map((row) => (
                <tr key={row.key}>
                  <td>{labelOf(row)}</td>
                  <td>{textOf(row.figures[index] ?? null)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : (
        <Chart option={option} height={height} label={t('chartOf', { column: name })} />
      )}
    </section>
  )
}
