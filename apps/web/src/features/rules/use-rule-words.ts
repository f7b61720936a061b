import { listDepartments } from '@huanwei/contract/departments/endpoints'
import { metrics } from '@huanwei/contract/readings/codes'
import type { Condition, MonitoringRule } from '@huanwei/contract/rules/endpoints'
import { isByOwnAreas } from '@huanwei/contract/rules/rules'
import { listShifts } from '@huanwei/contract/shifts/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { useAllAreas } from '../../map/shapes/use-all-areas.ts'
import { useHoursWords } from './use-hours-words.ts'

const noAreas: readonly { id: number; name: string }[] = []

/** A rule in words: what it looks at, whom it watches, when. Areas have the names that they had `then`, otherwise those of today. */
export function useRuleWords(then = noAreas) {
  const { t } = useTranslation(['rules', 'terminals', 'readings'])
  const spanOfDay = useHoursWords()
  const areas = useAllAreas().data?.records
  const departments = useQuery({ ...query(listDepartments, {}), staleTime: 60_000 }).data
  const shifts = useQuery({ ...query(listShifts, {}), staleTime: 60_000 }).data
  return useMemo(() => {
    const named = (ids: readonly number[], names: Map<number, string>) =>
      ids.map((id) => names.get(id) ?? `#${id}`).join(t('and'))
    const areaNames = new Map([...(areas ?? []), ...then].map(({ id, name }) => [id, name]))
    const departmentNames = new Map(departments?.map(({ deptId, name }) => [deptId, name]))
    const shiftNames = new Map(shifts?.map(({ id, name }) => [id, name]))
    const span = (seconds: number) => {
      if (seconds % 3600 === 0) return t('span.hours', { n: seconds / 3600 })
      return seconds % 60 === 0 ? t('span.minutes', { n: seconds / 60 }) : t('span.seconds', { n: seconds })
    }
    const condition = (it: Condition) =>
      t(`words.${it.kind}`, {
        ...it,
        ...('areaIds' in it && { areas: isByOwnAreas(it) ? t('ownAreas') : named(it.areaIds, areaNames) }),
        ...('after' in it && { after: span(it.after) }),
        ...('rest' in it && { rest: span(it.rest) }),
        ...('grace' in it && { grace: span(it.grace) }),
        ...('bit' in it && { alarm: t(`terminals:alarms.${it.bit}`, { defaultValue: String(it.bit) }) }),
        ...('metric' in it && { metric: t(`readings:metrics.${it.metric}`), unit: metrics[it.metric].unit }),
        ...(it.kind === 'activeSafety' && {
          addition: t(`additions.${it.addition}`, { defaultValue: String(it.addition) }),
          types: it.types.map((type) => t(`safety.${it.addition}.${type}`, { defaultValue: String(type) })).join(t('and')),
        }),
      })
    const watched = ({ objectType, objectIds, deptIds }: MonitoringRule) =>
      [
        ...(objectIds.length ? [t(`objects.${objectType}`, { n: objectIds.length })] : []),
        ...(deptIds.length ? [named(deptIds, departmentNames)] : []),
      ].join(t('and')) || t(`allObjects.${objectType}`)
    const hours = (rule: Pick<MonitoringRule, 'hours' | 'shiftIds' | 'calendar'>) =>
      [
        ...rule.hours.map(spanOfDay),
        ...(rule.shiftIds.length ? [named(rule.shiftIds, shiftNames)] : []),
        ...(rule.calendar ? [t('byCalendar')] : []),
      ].join(t('then')) || t('always')
    return { condition, watched, hours }
  }, [t, spanOfDay, areas, then, departments, shifts])
}
