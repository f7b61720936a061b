import { MsgType } from '@huanwei/contract/messages/codes'
import { ObjectType } from '@huanwei/contract/objects'
import { AlarmType } from '@huanwei/contract/violations/codes'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageProps } from '../../lib/page.tsx'
import { useMay } from '../../lib/session.ts'
import { ReadAllButton } from '../../shell/messages/ReadAllButton.tsx'
import { ListFrame } from '../../ui/list/ListFrame.tsx'
import { Segments } from '../../ui/select/Segments.tsx'
import { ExportButton } from '../exports/ExportButton.tsx'
import { forEachKind } from '../objects/for-each-kind.tsx'
import type { DeskKey } from '../queues/desk/DeskHelp.tsx'
import { DeskSwitch } from '../queues/desk/DeskSwitch.tsx'
import { QueueDesk } from '../queues/desk/QueueDesk.tsx'
import { useDesk } from '../queues/desk/use-desk.ts'
import { useQueueRows } from '../queues/desk/use-queue-rows.ts'
import { usePicks } from '../queues/use-picks.ts'
import { JudgingPane } from './desk/JudgingPane.tsx'
import { JudgeManyDrawer } from './JudgeManyDrawer.tsx'
import { useKindPage } from './use-kind-page.ts'
import type { BegunVerdicts } from './use-verdict.ts'
import { useViolationColumns } from './ViolationColumns.tsx'
import { ViolationDrawer } from './ViolationDrawer.tsx'
import { verdictWord } from './ViolationState.tsx'
import { useViolationFilters } from './violation-filters.tsx'
import { useViolationList, type ViolationRow } from './violation-list.ts'
import type { ViolationsSearch } from './violation-search.ts'
import { forObject } from './violation-words.ts'

type Status = ViolationsSearch['status']

type Props = PageProps<ViolationsSearch> & {
  /** The tab that is open unless the address says another: one address per kind of object. */
  objectType?: ObjectType
}

/** Violations to handle, or to look at for who may not. Source: spec 2, section 2.1. */
export function ViolationsPage({ search, onSearch, objectType: preset = ObjectType.vehicle }: Props) {
  const { t } = useTranslation(['violations', 'list'])
  const objectType = search.objectType ?? preset
  const openId = search.open
  const { list, queue, exported, columns, picks, clearPicks } = useRows(search, objectType)
  const { choose, filters, frame, rows, drawer } = useViolationFilters({ search, onSearch, list }, objectType)
  const mayHandle = useMay('violation_handle')
  const desk = useDesk({
    queue,
    picks,
    open: openId,
    onOpen: (id) => onSearch({ open: id }),
    onHandled: drawer.onHandled,
    waits: ({ alarmType }) => mayHandle && alarmType === AlarmType.pending,
  })
  const rowsOf = queue.held.rows ?? []
  const [begun] = useState<BegunVerdicts>(() => new Map())
  /** The picked ones while they are dealt with. */
  const [judged, setJudged] = useState<{ ids: readonly number[]; withStorm: boolean }>()
  const show = (status: Status) => onSearch({ status, current: 1 })
  const toPage = useKindPage(search)
  function turnTo(next: ObjectType | 'all') {
    if (next === 'all') return onSearch({ kinds: next, objectId: undefined, ruleIds: undefined, open: undefined, current: 1 })
    if (toPage(next)) return
    const other = { objectId: undefined, ruleIds: undefined, kinds: undefined }
    choose(other)
    onSearch({ objectType: next, ...other, open: undefined, current: 1 })
  }
  const isFolded = search.status === 'pending' && !search.objectId && !search.deptId
  const judgePicked = () => picks && setJudged({ ids: picks.ids, withStorm: isFolded })
  const judgeStorm = (id: number) => {
    onSearch({ open: undefined })
    setJudged({ ids: [id], withStorm: true })
  }
  const texts = useEmptyTexts(objectType, search.status, show)

  const frameOfList = (
    <ListFrame
      name="violations"
      label={t('title')}
      exportButton={<ExportButton {...exported} />}
      lead={<StatusSwitch value={search.status} onChange={show} />}
      actions={
        <>
          <KindSwitch value={search.kinds ?? objectType} onChange={turnTo} />
          {picks && (
            <Button disabled={picks.ids.length === 0} onClick={judgePicked}>
              {t('many.act', { n: picks.ids.length })}
            </Button>
          )}
          <DeskSwitch desk={desk} />
          {mayHandle && <ReadAllButton of={{ msgType: MsgType.violation, objectType }} />}
        </>
      }
      filters={filters}
      columns={columns}
      {...frame}
      {...rows}
      {...desk.rows}
      {...(picks && { onPick: picks.pick })}
      {...texts}
    />
  )
  function close() {
    if (openId !== undefined) begun.delete(openId)
    desk.drawer.onClose()
  }
  const opened = {
    objectType: rowsOf.find(({ id }) => id === openId)?.objectType ?? objectType,
    ...desk.drawer,
    onOpen: desk.show,
    onStorm: judgeStorm,
    begun,
  }
  return (
    <>
      <QueueDesk desk={desk} keys={useKeys(objectType)} canUndo list={frameOfList}>
        {openId !== undefined &&
          (desk.isOn ? (
            <JudgingPane key={openId} id={openId} {...opened} {...{ isFolded, picked: desk.picked }} />
          ) : (
            <ViolationDrawer key={openId} id={openId} {...opened} onClose={close} onHandled={drawer.onHandled} />
          ))}
      </QueueDesk>
      {judged && (
        <JudgeManyDrawer {...judged} objectType={objectType} onClose={() => setJudged(undefined)} onJudged={clearPicks} />
      )}
    </>
  )
}

/** Keys of the verdicts. */
function useKeys(objectType: ObjectType): DeskKey[] {
  const { t } = useTranslation('violations')
  const verdicts = [AlarmType.real, AlarmType.falseSystem, AlarmType.falseDispatch]
  return [...verdicts.map((one, i) => [String(i + 1), t(verdictWord(one, objectType))] as const), ['S', t('desk.key.similar')]]
}

/** Rows of the list and their columns; several can be picked by those who may judge them. */
function useRows(search: ViolationsSearch, objectType: ObjectType) {
  const mayHandle = useMay('violation_handle')
  const { list, exported } = useViolationList(search, objectType)
  const queue = useQueueRows<ViolationRow>(list, search, objectType)
  const rows = queue.held.rows ?? []
  const allPicks = usePicks(`${objectType} ${search.status}`, rows)
  const picks = mayHandle && search.status === 'pending' && !search.kinds ? allPicks : undefined
  const isProcessed = search.status !== 'pending'
  const columns = useViolationColumns({ rows, objectType, since: list.dataUpdatedAt, isProcessed, picks })
  return { list, queue, exported, columns, picks, clearPicks: allPicks.clear }
}

type Switch<T> = { value: T; onChange: (value: T) => void }

function StatusSwitch(props: Switch<Status>) {
  const { t } = useTranslation('violations')
  const options = (['pending', 'processed', 'all'] as const).map((value) => ({ value, label: t(`status.${value}`) }))
  return <Segments<Status> aria-label={t('column.status')} options={options} {...props} />
}

function KindSwitch(props: Switch<ObjectType | 'all'>) {
  const { t } = useTranslation('violations')
  const kinds = [ObjectType.person, ObjectType.vehicle, ObjectType.facility, 'all'] as const
  const options = kinds.map((value) => ({ value, label: t(`objectType.${value}`) }))
  return <Segments<ObjectType | 'all'> aria-label={t('kindOfObject')} options={options} {...props} />
}

/** Texts of a list without rows, and a button that shows the violations of the other status. */
function useEmptyTexts(objectType: ObjectType, status: Status, show: (status: Status) => void) {
  const { t } = useTranslation('violations')
  const mayHandle = useMay('violation_handle')
  const pending = {
    title: t(forObject(objectType, 'nonePending')),
    hint: t(forObject(objectType, 'nonePendingHint')),
    action: <Button onClick={() => show('processed')}>{t('seeProcessed')}</Button>,
  }
  const processed = {
    title: t(forObject(objectType, 'noneProcessed')),
    hint: t(forObject(objectType, mayHandle ? 'noneProcessedHint' : 'noneProcessedLookHint')),
    action: <Button onClick={() => show('pending')}>{t('seePending')}</Button>,
  }
  return {
    empty: status === 'pending' ? pending : processed,
    noMatch: { title: t(forObject(objectType, 'noneMatch')), hint: t('noneMatchHint') },
  }
}

/** The page at the address of each kind of object. */
export const violationPages = forEachKind<PageProps<ViolationsSearch>>(ViolationsPage)
