import { columnsOf, type ReportColumn } from '@huanwei/contract/reports/codes'
import type { ReportDetail, ReportRow } from '@huanwei/contract/reports/endpoints'
import { listOfCell } from '@huanwei/contract/reports/rules'
import { useTranslation } from 'react-i18next'
import { digits } from '../../i18n/digits.ts'

/** Titles of a report's columns with their units, its figures as texts, and whether a list stands behind one. */
export function useColumnNames(report: ReportDetail) {
  const { t, i18n } = useTranslation('reports')
  const names = columnsOf(report.kind).map(({ key, unit }) => t(`columnOf.${unit}`, { name: t(`column.${key}`) }))
  return {
    names,
    textOf: (figure: number | null) => (figure === null ? '—' : digits(figure, i18n.language)),
    labelOf: ({ label }: ReportRow) => label || t('noObject'),
    listOf: (column: ReportColumn, row?: ReportRow) =>
      listOfCell(report, column.key, row && report.grouping ? { grouping: report.grouping, key: row.key } : undefined) !==
      undefined,
  }
}
