import { SplitCellsOutlined } from '@ant-design/icons'
import { ObjectType } from '@huanwei/contract/objects'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageProps } from '../../lib/page.tsx'
import { useMay } from '../../lib/session.ts'
import { ListFrame } from '../../ui/list/ListFrame.tsx'
import { Segments } from '../../ui/select/Segments.tsx'
import { ExportButton } from '../exports/ExportButton.tsx'
import { forEachKind } from '../objects/for-each-kind.tsx'
import { usePicks } from '../queues/use-picks.ts'
import { JudgingDesk } from './desk/JudgingDesk.tsx'
import { useDesk } from './desk/use-desk.ts'
import { useDeskChoice } from './desk/use-desk-choice.ts'
import { useHeldRows } from './desk/use-held-rows.ts'
import { JudgeManyDrawer } from './JudgeManyDrawer.tsx'
import { useViolationColumns } from './ViolationColumns.tsx'
import { ViolationDrawer } from './ViolationDrawer.tsx'
import { useViolationFilters } from './violation-filters.tsx'
import { useViolationList } from './violation-list.ts'
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
  const { isOffered, isOn, turn } = useDeskChoice()
  const { list, held, exported, columns, picks, clearPicks } = useRows(search, objectType, isOn)
  const { choose, filters, frame, rows, drawer } = useViolationFilters({ search, onSearch, list }, objectType)
  const open = (id: number | undefined) => onSearch({ open: id })
  const openId = search.open
  const desk = useDesk({ held, isOn, picks, open: openId, onOpen: open })
  /** The picked ones while they are dealt with. */
  const [judged, setJudged] = useState<{ ids: readonly number[]; withStorm: boolean }>()
  const show = (status: Status) => onSearch({ status, current: 1 })
  function turnTo(next: ObjectType) {
    const other = { objectId: undefined, ruleIds: undefined }
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
          <KindSwitch value={objectType} onChange={turnTo} />
          {picks && (
            <Button disabled={picks.ids.length === 0} onClick={judgePicked}>
              {t('many.act', { n: picks.ids.length })}
            </Button>
          )}
          {isOffered && <DeskSwitch value={isOn} onChange={turn} />}
        </>
      }
      filters={filters}
      columns={columns}
      {...frame}
      {...rows}
      list={held.list}
      isBeside={isOn}
      {...(picks && { onPick: picks.pick })}
      {...texts}
    />
  )
  return (
    <>
      {isOn ? (
        <JudgingDesk desk={desk} objectType={objectType} open={openId} onOpen={open} onStorm={judgeStorm} isFolded={isFolded}>
          {frameOfList}
        </JudgingDesk>
      ) : (
        frameOfList
      )}
      {judged && (
        <JudgeManyDrawer {...judged} objectType={objectType} onClose={() => setJudged(undefined)} onJudged={clearPicks} />
      )}
      {!isOn && openId !== undefined && (
        <ViolationDrawer key={openId} id={openId} objectType={objectType} {...drawer} onOpen={open} onStorm={judgeStorm} />
      )}
    </>
  )
}

/** Rows of the list and their columns; several can be picked by those who may judge them. */
function useRows(search: ViolationsSearch, objectType: ObjectType, isHeld: boolean) {
  const mayHandle = useMay('violation_handle')
  const { list, exported } = useViolationList(search, objectType)
  const { open: _, ...question } = search
  const held = useHeldRows(list, JSON.stringify({ ...question, objectType }), isHeld)
  const rows = held.rows ?? []
  const allPicks = usePicks(`${objectType} ${search.status}`, rows)
  const picks = mayHandle && search.status === 'pending' ? allPicks : undefined
  const isProcessed = search.status === 'processed'
  const columns = useViolationColumns({ rows, objectType, since: list.dataUpdatedAt, isProcessed, picks })
  return { list, held, exported, columns, picks, clearPicks: allPicks.clear }
}

type Switch<T> = { value: T; onChange: (value: T) => void }

function StatusSwitch(props: Switch<Status>) {
  const { t } = useTranslation('violations')
  const options = (['pending', 'processed'] as const).map((value) => ({ value, label: t(`status.${value}`) }))
  return <Segments<Status> aria-label={t('column.status')} options={options} {...props} />
}

function KindSwitch(props: Switch<ObjectType>) {
  const { t } = useTranslation('violations')
  const kinds = [ObjectType.person, ObjectType.vehicle, ObjectType.facility]
  const options = kinds.map((value) => ({ value, label: t(`objectType.${value}`) }))
  return <Segments<ObjectType> aria-label={t('kindOfObject')} options={options} {...props} />
}

/** List, or list and evidence side by side. */
function DeskSwitch({ value, onChange }: Switch<boolean>) {
  const { t } = useTranslation('violations')
  return (
    <Button
      aria-pressed={value}
      type={value ? 'primary' : 'default'}
      icon={<SplitCellsOutlined aria-hidden />}
      onClick={() => onChange(!value)}
    >
      {t('desk.title')}
    </Button>
  )
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
