import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageProps } from '../../lib/page.tsx'
import { Segments } from '../../ui/select/Segments.tsx'
import { AdjustmentsView } from './AdjustmentsView.tsx'
import { type AttendanceSearch, type AttendanceView, type ViewProps, views } from './attendance-search.ts'
import { DaysView } from './DaysView.tsx'
import { RosterView } from './RosterView.tsx'
import { SheetView } from './SheetView.tsx'
import './attendance.css'

const viewOf: Record<AttendanceView, (props: ViewProps) => ReactNode> = {
  roster: RosterView,
  days: DaysView,
  sheet: SheetView,
  adjustments: AdjustmentsView,
}

/** Attendance: who is on shift now, days, the sheet of a month, and adjustments. Source: spec 3, section 19. */
export function AttendancePage({ search, onSearch }: PageProps<AttendanceSearch>) {
  const { t } = useTranslation('attendance')
  const Shown = viewOf[search.view]
  const lead = (
    <Segments<AttendanceView>
      aria-label={t('title')}
      options={views.map((value) => ({ value, label: t(value) }))}
      value={search.view}
      onChange={(view) => onSearch({ view, open: undefined, day: undefined, current: 1 })}
    />
  )
  return <Shown key={search.view} lead={lead} search={search} onSearch={onSearch} />
}
