import './reports.css'
import { useTranslation } from 'react-i18next'
import type { PageProps } from '../../lib/page.tsx'
import { Segments } from '../../ui/select/Segments.tsx'
import { ReportList } from './ReportList.tsx'
import { ReportView } from './ReportView.tsx'
import type { ReportsSearch } from './report-search.ts'
import { ScheduleList } from './ScheduleList.tsx'

/** Kept reports, one of them with its figures, and the schedules that make them. Source: spec 3, section 19. */
export function ReportsPage({ search, onSearch }: PageProps<ReportsSearch>) {
  const { t } = useTranslation('reports')
  const { view, open } = search
  const noFilter = { name: undefined, kind: undefined, status: undefined, deptId: undefined, open: undefined, current: 1 }
  const lead = (
    <Segments<ReportsSearch['view']>
      aria-label={t('title')}
      options={(['reports', 'schedules'] as const).map((value) => ({ value, label: t(`tab.${value}`) }))}
      value={view}
      onChange={(to) => onSearch({ ...noFilter, view: to })}
    />
  )
  if (view === 'schedules') return <ScheduleList {...{ search, onSearch, lead }} />
  if (typeof open === 'number')
    return (
      <ReportView
        key={open}
        id={open}
        page={search.rows}
        onPage={(rows) => onSearch({ rows })}
        onClose={() => onSearch({ open: undefined, rows: 1 })}
      />
    )
  return <ReportList {...{ search, onSearch, lead }} />
}
