import { ObjectType } from '@huanwei/contract/objects'
import { getWorkTask, type WorkPlaces, type WorkTask } from '@huanwei/contract/work/endpoints'
import { shareOf } from '@huanwei/contract/work/rules'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { query } from '../../lib/api.ts'
import { parseTime } from '../../lib/time.ts'
import { DrawerFacts, DrawerFrame, DrawerPart } from '../../ui/drawer/DrawerFrame.tsx'
import { historyAddress, useHistoryPage } from '../history/history-search.ts'
import { speedsOf, useTaskWords } from './use-task-words.ts'
import { WorkMap } from './WorkMap.tsx'
import { WorkShare } from './WorkShare.tsx'
import { WorkStateTag } from './WorkStateTag.tsx'
import { againMs } from './work-search.ts'

/** A task: what was planned, and what of it was done when and where. */
export function TaskDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation(['work', 'list'])
  const asked = useQuery({ ...query(getWorkTask, { id }), refetchInterval: againMs })
  const task = asked.data
  const tasks = useMemo(() => (task ? [task] : []), [task])
  return (
    <DrawerFrame
      title={task?.name ?? t('title')}
      state={task && <WorkStateTag state={task.state} />}
      asked={asked}
      onClose={onClose}
    >
      {task && (
        <>
          <TaskFacts task={task} />
          <DrawerPart title={t('places')}>
            <WorkMap tasks={tasks} />
            <PlaceList places={task} />
          </DrawerPart>
        </>
      )}
    </DrawerFrame>
  )
}

function TaskFacts({ task }: { task: WorkTask }) {
  const { t } = useTranslation(['work', 'list'])
  const { shiftOf, hoursOf } = useTaskWords()
  const hasHistory = useHistoryPage()
  const at = parseTime(task.firstTime ?? task.startTime)
  return (
    <DrawerFacts
      facts={[
        { key: 'crew', label: t('crew'), value: task.deptName },
        { key: 'jobType', label: t('jobType'), value: t(`jobTypes.${task.jobType}`) },
        { key: 'hours', label: t('hours'), value: `${task.day} ${hoursOf(task)}` },
        { key: 'shift', label: t('shift'), value: shiftOf(task) },
        { key: 'progress', label: t('progress'), value: <WorkShare {...task} />, wide: true },
        { key: 'firstTime', label: t('firstTime'), value: task.firstTime ?? '—' },
        { key: 'doneTime', label: t('doneTime'), value: task.doneTime ?? '—' },
        { key: 'goal', label: t('goal'), value: task.plannedMetres > 0 ? t('percent', { share: task.goal }) : '—' },
        ...(task.plannedMetres > 0
          ? [
              {
                key: 'speed',
                label: t('roads'),
                value: t('speedHint', speedsOf(task.jobType)),
              },
            ]
          : []),
        ...crewOf(task).map(({ key, page, objectType, list }) => ({
          key,
          label: t(key),
          wide: true as const,
          value: list.map(({ id, name }) => (
            <span key={id} className="work-worker">
              <Link to={`${page}?open=${id}`}>{name}</Link>
              {hasHistory && (
                <>
                  {' · '}
                  <Link to={historyAddress([`${objectType}-${id}`], at)}>{t('history')}</Link>
                </>
              )}
            </span>
          )),
        })),
      ]}
    />
  )
}

/** Vehicles and people of a task, each with its page; a kind of which there is none is left out. */
function crewOf({ vehicles, people }: WorkTask) {
  const kinds = [
    { key: 'vehicles', page: '/asset/vehicle/index', objectType: ObjectType.vehicle, list: vehicles },
    { key: 'people', page: '/asset/personnel/index', objectType: ObjectType.person, list: people },
  ] as const
  return kinds.filter(({ list }) => list.length > 0)
}

const clock = (time: string) => time.slice(11, 16)

/** The roads with their shares, and the stops in order with their times. */
function PlaceList({ places: { roads, stops } }: { places: WorkPlaces }) {
  const { t } = useTranslation('work')
  const km = (metres: number) => (metres / 1000).toFixed(1)
  return (
    <ol className="work-places" aria-label={t('progress')}>
      {roads.map(({ areaId, name, plannedMetres, workedMetres }) => (
        <li key={`road-${areaId}`}>
          <span>{name}</span>
          <span className="list-sub">{t('metresOf', { worked: km(workedMetres), planned: km(plannedMetres) })}</span>
          <strong>{shareOf(workedMetres, plannedMetres)}%</strong>
        </li>
      ))}
      {stops.map(({ facilityId, name, visitTime, leaveTime, emptyTime }, i) => (
        <li key={`stop-${facilityId}`}>
          <span>
            {i + 1}. {name}
          </span>
          {emptyTime && <span className="list-sub">{t('emptiedAt', { time: clock(emptyTime) })}</span>}
          {visitTime ? (
            <strong>{leaveTime ? t('stay', { from: clock(visitTime), to: clock(leaveTime) }) : clock(visitTime)}</strong>
          ) : (
            <span className="list-sub">{t('notYet')}</span>
          )}
        </li>
      ))}
    </ol>
  )
}
