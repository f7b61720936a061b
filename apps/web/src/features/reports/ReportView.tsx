import './reports.css'
import { ArrowLeftOutlined, DownloadOutlined, ExportOutlined, PrinterOutlined } from '@ant-design/icons'
import { ExportStatus } from '@huanwei/contract/exports/codes'
import { canResume, isUnfinished } from '@huanwei/contract/exports/rules'
import { columnsOf, hasRows } from '@huanwei/contract/reports/codes'
import {
  cancelReport,
  getReport,
  getReportUrl,
  listReports,
  makeReportAgain,
  type ReportDetail,
  removeReport,
} from '@huanwei/contract/reports/endpoints'
import { everyOf } from '@huanwei/contract/reports/rules'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Skeleton } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, query } from '../../lib/api.ts'
import { saveFrom } from '../../lib/save.ts'
import { useAct } from '../../lib/send.ts'
import { useMay } from '../../lib/session.ts'
import { RemoveButton } from '../../ui/form/RemoveButton.tsx'
import { ListEmpty, LoadFailed } from '../../ui/list/ListNotice.tsx'
import { type Cell, CellDrawer } from './CellDrawer.tsx'
import { ReportChart } from './ReportChart.tsx'
import { aboutOf, askMs } from './ReportList.tsx'
import { ReportTable } from './ReportTable.tsx'
import { ReportTag } from './ReportTag.tsx'
import { useColumnNames } from './report-figures.ts'

type Props = { id: number; page: number; onPage: (page: number) => void; onClose: () => void }

/** One report: its totals, its chart, its rows, and the lists behind them. */
export function ReportView({ id, page, onPage, onClose }: Props) {
  const { t } = useTranslation('reports')
  const [cell, setCell] = useState<Cell>()
  const [isPrinting, setPrinting] = useState(false)
  const asked = useQuery({
    ...query(getReport, { id }),
    refetchInterval: ({ state }) => (state.data && isUnfinished(state.data.status) ? askMs : false),
  })
  const report = asked.data
  const isReady = report?.status === ExportStatus.done
  return (
    <section className="report-view" aria-label={report?.name ?? t('title')}>
      <header className="report-head">
        <Button icon={<ArrowLeftOutlined aria-hidden />} onClick={onClose}>
          {t('back')}
        </Button>
        {report && <Facts report={report} />}
        {report && <Acts report={report} onGone={onClose} onPrint={() => setPrinting(true)} />}
      </header>
      {!report && asked.error ? (
        <LoadFailed title={t('failed')} error={asked.error} onRetry={() => void asked.refetch()} />
      ) : !report ? (
        <Skeleton active paragraph={{ rows: 12 }} />
      ) : !isReady ? (
        <Unfinished report={report} />
      ) : !hasRows(report.kind) ? (
        <Pages report={report} />
      ) : report.rows === 0 ? (
        <ListEmpty title={t('noRows')} hint={t('noRowsHint')} />
      ) : (
        <>
          <Totals report={report} onCell={setCell} />
          <ReportChart report={report} />
          <ReportTable
            report={report}
            page={page}
            onPage={onPage}
            onCell={setCell}
            isPrinting={isPrinting}
            onPrinted={() => setPrinting(false)}
          />
        </>
      )}
      {report && cell && <CellDrawer report={report} cell={cell} onClose={() => setCell(undefined)} />}
    </section>
  )
}

function Facts({ report }: { report: ReportDetail }) {
  const { t } = useTranslation('reports')
  const { name, kind, grouping, firstDay, lastDay, status, finishTime, createBy } = report
  const span = firstDay === lastDay ? firstDay : `${firstDay} – ${lastDay}`
  const parts = [t(`kind.${kind}`), span, aboutOf(report) || t('scopeAll'), ...(grouping ? [t(`by.${grouping}`)] : [])]
  return (
    <div className="report-facts">
      <h1>
        {name} <ReportTag status={status} />
      </h1>
      <p>{parts.join(' · ')}</p>
      <p>
        {t('createBy')} {createBy}
        {finishTime && ` · ${t('finishTime')} ${finishTime}`}
      </p>
    </div>
  )
}

type ActsProps = { report: ReportDetail; onGone: () => void; onPrint: () => void }

function Acts({ report, onGone, onPrint }: ActsProps) {
  const { t } = useTranslation('reports')
  const mayMake = useMay('admin_reportforms_add')
  const mayRemove = useMay('admin_reportforms_del')
  const cancel = useAct(cancelReport, [listReports, getReport])
  const again = useAct(makeReportAgain, [listReports, getReport])
  const remove = useAct(removeReport, [listReports], onGone)
  const { id, name, kind, status, isOwn } = report
  const isReady = status === ExportStatus.done
  const buttons: ReactNode[] = []
  if (isReady)
    buttons.push(
      <Button key="sheet" type="primary" icon={<DownloadOutlined aria-hidden />} onClick={() => void download(id)}>
        {t(hasRows(kind) ? 'download' : 'downloadPdf')}
      </Button>,
    )
  if (isReady && hasRows(kind))
    buttons.push(
      <Button key="print" icon={<PrinterOutlined aria-hidden />} onClick={onPrint}>
        {t('print')}
      </Button>,
    )
  if (isUnfinished(status) && isOwn && mayMake)
    buttons.push(
      <Button key="cancel" onClick={() => void cancel({ id })}>
        {t('cancel')}
      </Button>,
    )
  if (canResume(status) && isOwn && mayMake)
    buttons.push(
      <Button key="again" type="primary" onClick={() => void again({ id })}>
        {t('again')}
      </Button>,
    )
  if (mayRemove && !isUnfinished(status))
    buttons.push(
      <RemoveButton
        key="remove"
        question={{ title: t('removeTitle'), content: t('removeHint', { name }) }}
        onRemove={() => remove({ id })}
      />,
    )
  return <div className="report-acts">{buttons}</div>
}

/** The work report is read in its PDF, or on its board as it stands now. */
function Pages({ report: { firstDay, lastDay, deptId } }: { report: ReportDetail }) {
  const { t } = useTranslation('reports')
  const period = everyOf(firstDay, lastDay)
  const asked = new URLSearchParams({
    day: firstDay,
    ...(period && { period }),
    ...(deptId !== null && { deptId: String(deptId) }),
  })
  return (
    <ListEmpty
      title={t('pagesReady')}
      hint={t('pagesHint')}
      action={
        <Button icon={<ExportOutlined aria-hidden />} href={`/work_plan/pdf/index?${asked}`} target="_blank" rel="noopener">
          {t('openBoard')}
        </Button>
      }
    />
  )
}

/** The browser fetches the file itself, however large it is. What is refused is on the screen already. */
async function download(id: number) {
  const { url } = await call(getReportUrl, { id }).catch(() => ({ url: undefined }))
  if (url) saveFrom(url)
}

/** Where the making stands, or why there are no figures. */
function Unfinished({ report }: { report: ReportDetail }) {
  const { t } = useTranslation('reports')
  const { status, done, total, error } = report
  if (status === ExportStatus.failed) return <Alert type="error" role="alert" title={t('failedMaking')} description={error} />
  if (status === ExportStatus.cancelled) return <Alert type="warning" role="status" title={t('cancelledHint')} />
  const words = t('progress', { done, total })
  return (
    <div className="report-progress" role="status">
      <progress max={total} value={done} aria-label={words} />
      <span>{words}</span>
      <p>{t('begun')}</p>
    </div>
  )
}

function Totals({ report, onCell }: { report: ReportDetail; onCell: (cell: Cell) => void }) {
  const { t } = useTranslation('reports')
  const { names, textOf, listOf } = useColumnNames(report)
  return (
    <dl className="report-totals" aria-label={t('figures')}>
      {columnsOf(report.kind).map((column, i) => {
        const text = textOf(report.totals[i] ?? null)
        const opens = listOf(column)
        return (
          <div key={column.key}>
            <dt>{names[i]}</dt>
            <dd>
              {opens && report.totals[i] ? (
                <button
                  type="button"
                  className="list-link"
                  aria-label={t('openList', { row: t('total'), column: `${names[i]} ${text}` })}
                  onClick={() => onCell({ column: column.key, title: t('listOf', { row: t('total'), column: names[i] ?? '' }) })}
                >
                  {text}
                </button>
              ) : (
                text
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
