import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageProps } from '../../lib/page.tsx'
import { Segments } from '../../ui/select/Segments.tsx'
import { TasksOnMap } from './TasksOnMap.tsx'
import { TasksView } from './TasksView.tsx'
import { WorkPlansView } from './WorkPlansView.tsx'
import { type WorkSearch, type WorkView, type WorkViewProps, workViews } from './work-search.ts'
import './work.css'

const viewOf: Record<WorkView, (props: WorkViewProps) => ReactNode> = { tasks: TasksView, map: TasksOnMap, plans: WorkPlansView }

/** Job plans and what was done of them on a day. Source: spec 4, V.1. */
export function WorkPage({ search, onSearch }: PageProps<WorkSearch>) {
  const { t } = useTranslation('work')
  const Shown = viewOf[search.view]
  const lead = (
    <Segments<WorkView>
      aria-label={t('views')}
      options={workViews.map((value) => ({ value, label: t(`view.${value}`) }))}
      value={search.view}
      onChange={(view) => onSearch({ view, open: undefined, current: 1 })}
    />
  )
  return <Shown key={search.view} lead={lead} search={search} onSearch={onSearch} />
}
