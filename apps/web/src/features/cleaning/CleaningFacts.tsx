import type { CleaningDetail } from '@huanwei/contract/cleaning/endpoints'
import { cleaningDeadline } from '@huanwei/contract/cleaning/rules'
import { useTranslation } from 'react-i18next'
import { DrawerFacts, type Fact } from '../../ui/drawer/DrawerFrame.tsx'
import { DueTime } from '../deadlines/Due.tsx'
import { CauseLink } from './causes/CauseLink.tsx'

/** The facts of a report; `isAtCause`: what it was dispatched from stands beneath it. */
export function CleaningFacts({ report, isAtCause }: { report: CleaningDetail; isAtCause: boolean }) {
  const { t } = useTranslation(['cleaning', 'deadlines'])
  const { assigneeId, assigneeName, plateNumber, score, causeKind, causeId } = report
  const isFrom = causeKind !== null && causeId !== null && !isAtCause
  const done: Fact[] = [
    ...(isFrom ? [{ key: 'cause', label: t('cause'), value: <CauseLink kind={causeKind} id={causeId} /> }] : []),
    ...(assigneeId === null ? [] : [{ key: 'assignee', label: t('column.assignee'), value: assigneeName }]),
    ...(plateNumber === null ? [] : [{ key: 'vehicle', label: t('vehicle'), value: plateNumber }]),
    ...(score === null ? [] : [{ key: 'score', label: t('score'), value: t('points', { count: score }) }]),
  ]
  return (
    <DrawerFacts
      facts={[
        { key: 'content', label: t('column.content'), value: report.content, wide: true },
        { key: 'code', label: t('column.code'), value: report.code },
        { key: 'type', label: t('column.type'), value: t(`type.${report.type}`) },
        { key: 'facility', label: t('column.facility'), value: report.facilityName || '—' },
        { key: 'department', label: t('column.department'), value: report.deptName },
        { key: 'position', label: t('position'), value: report.position, wide: true },
        { key: 'reporter', label: t('reporter'), value: report.reporter },
        { key: 'contact', label: t('contact'), value: report.contact || '—' },
        { key: 'time', label: t('column.time'), value: report.reportTime },
        { key: 'due', label: t('deadlines:dueTime'), value: <DueTime deadline={cleaningDeadline(report)} /> },
        ...done,
      ]}
    />
  )
}
