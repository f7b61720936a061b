import { Button, Skeleton } from 'antd'
import { type ComponentProps, useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { keyOf, type ObjectRef, refOf } from '../../live/object-key.ts'
import { useMenuPages } from '../../shell/menu/menu-pages.ts'
import { ListEmpty, LoadFailed } from '../../ui/list/ListNotice.tsx'
import { Segments } from '../../ui/select/Segments.tsx'
import { TreePanel } from '../../ui/tree/TreePanel.tsx'
import { TypeChips } from '../../ui/tree/TypeChips.tsx'
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'
import { DictionarySelect } from '../dictionaries/DictionarySelect.tsx'
import { leafSources, useStanding, useStatus, useStatusCounts } from './live-objects.ts'
import { type LiveSearch, type LiveTab, typeOf } from './live-search.ts'
import { useTypeOptions, useWithoutSensor } from './object-types.ts'
import { PickBar, type Picking } from './PickBar.tsx'
import { fixedChoices, StatusBar, statusChoices } from './StatusBar.tsx'
import { StatusSign } from './StatusTag.tsx'
import { useLevels } from './trees/levels.ts'
import type { LiveNode } from './trees/live-node.ts'
import type { PanelTree } from './trees/live-trees.ts'

/** Type chips shown at first. Source: spec 1, section 2.8. */
const firstTypes: Record<LiveTab, number> = { vehicle: 4, person: 3, facility: 3 }
const jobStatuses = ['all', 'online', 'offline'] as const
type JobStatus = (typeof jobStatuses)[number]

type Props = {
  tree: PanelTree
  keep: ((node: LiveNode) => boolean) | undefined
  picking: Picking
  search: LiveSearch
  onSearch: (change: Partial<LiveSearch>) => void
}

/** Left of the map: search, types, figures and the tree of one kind. */
export function LivePanel({ tree, keep, picking, search, onSearch }: Props) {
  const { t } = useTranslation('live')
  const { tab, status, type, vehicleFunction, deptId } = search
  const objectType = typeOf[tab]
  const selected = search.selected && refOf(search.selected)
  const types = useTypeOptions(tab)
  const withoutSensor = useWithoutSensor(tab, type)
  const sign = useCallback((node: LiveNode) => <LeafSign objectType={objectType} node={node} />, [objectType])
  const isEmpty = tree.leaves.size === 0 && !type && !vehicleFunction && !deptId
  const name = `live-${tab}`
  const { levels, want } = useLevels(name, tree, tree.isPending && !keep)
  const waiting = <Skeleton className="live-skeleton" active title={false} paragraph={{ rows: 8 }} />
  return (
    <TreePanel
      name={name}
      label={t(`kind.${tab}`)}
      placeholder={t(`tree.search.${tab}`)}
      items={tree.isPending ? levels : tree.nodes}
      instead={
        tree.isPending ? (
          !levels.length && waiting
        ) : tree.error ? (
          <LoadFailed title={t('treeFailed')} error={tree.error} onRetry={() => tree.retry()} />
        ) : (
          isEmpty && <ListEmpty title={t(`empty.${tab}`)} hint={t(`emptyHint.${tab}`)} action={<WayToAssets tab={tab} />} />
        )
      }
      unread={tree.isPending && waiting}
      onUnfold={want}
      {...(picking.picked && { checked: picking.picked, onChecked: picking.onPicked })}
      footer={picking.picked && <PickBar tab={tab} {...picking} picked={picking.picked} />}
      source={leafSources[objectType]}
      keep={keep}
      leafSign={sign}
      selected={selected?.objectType === objectType ? `v${selected.id}` : undefined}
      onSelect={({ id }) => onSearch({ selected: keyOf({ objectType, id }) })}
      onClear={() => onSearch({ status: undefined, type: undefined, vehicleFunction: undefined, deptId: undefined })}
    >
      <TypeChips
        label={t(`tree.types.${tab}`)}
        first={firstTypes[tab]}
        options={types}
        value={type}
        onChange={(value) => onSearch({ type: value })}
      />
      <LinkFilters {...{ vehicleFunction, deptId, onSearch }} />
      {tab === 'person' && <JobStatusSwitch status={status} onStatus={(choice) => onSearch({ status: choice })} />}
      <Statistics
        objectType={objectType}
        leaves={tree.leaves}
        isUnread={!tree.leaves.size && (tree.isPending || tree.error !== null)}
        isWhole={!deptId && !vehicleFunction && tab !== 'facility' && (tab === 'vehicle' || !type)}
        {...(tab === 'facility' && { shown: fixedChoices })}
        note={withoutSensor > 0 && t('withoutSensor', { count: withoutSensor })}
        choice={status}
        onChoice={(choice) => onSearch({ status: choice })}
      >
        {!picking.picked && !isEmpty && <PickButton onStart={() => picking.onPicked(new Set())} />}
      </Statistics>
    </TreePanel>
  )
}

/** The page where objects of a kind are registered. */
const assetPages: Record<LiveTab, string> = {
  vehicle: '/asset/vehicle/index',
  person: '/asset/personnel/index',
  facility: '/asset/facility/index',
}

/** The next step where nothing is registered yet, for whose menu has it. */
function WayToAssets({ tab }: { tab: LiveTab }) {
  const { t } = useTranslation('shell')
  const held = useMenuPages(null)
  const page = assetPages[tab]
  return held?.has(page) ? <Link to={page}>{t(`item.${tab}`)}</Link> : null
}

function PickButton({ onStart }: { onStart: () => void }) {
  const { t } = useTranslation('live')
  return (
    <Button size="small" type="text" autoInsertSpace={false} onClick={onStart}>
      {t('pick.start')}
    </Button>
  )
}

type LinkProps = Pick<LiveSearch, 'vehicleFunction' | 'deptId'> & Pick<Props, 'onSearch'>

/** Filters that links set: they show while they are set, so that they can be changed and cleared. */
function LinkFilters({ vehicleFunction, deptId, onSearch }: LinkProps) {
  const { t } = useTranslation(['live', 'list'])
  return (
    <>
      {deptId !== undefined && (
        <DepartmentSelect label={t('list:department')} value={deptId} onChange={(to) => onSearch({ deptId: to })} />
      )}
      {vehicleFunction !== undefined && (
        <DictionarySelect
          type="vehicle_function"
          label={t('vehicleFunction')}
          value={vehicleFunction}
          onChange={(to) => onSearch({ vehicleFunction: to })}
        />
      )}
    </>
  )
}

type JobProps = { status: LiveSearch['status']; onStatus: (status: LiveSearch['status']) => void }

/** On duty is who is heard of. */
function JobStatusSwitch({ status, onStatus }: JobProps) {
  const { t } = useTranslation('live')
  return (
    <Segments<JobStatus>
      className="live-job"
      block
      size="small"
      aria-label={t('job.label')}
      value={status === 'offline' ? 'offline' : status ? 'online' : 'all'}
      onChange={(value) => onStatus(value === 'all' ? undefined : value)}
      options={jobStatuses.map((value) => ({ value, label: t(`job.${value}`) }))}
    />
  )
}

type StatisticsProps = Omit<ComponentProps<typeof StatusBar>, 'counts' | 'chosen'> & {
  objectType: ObjectRef['objectType']
  leaves: PanelTree['leaves']
  isWhole: boolean
  /** The tree is not there. */
  isUnread: boolean
}

/** Apart from the rest, so that figures that change draw themselves alone. */
function Statistics({ objectType, leaves, isWhole, isUnread, ...choices }: StatisticsProps) {
  const counts = useStatusCounts(objectType, leaves, isWhole)
  const { choice, shown = statusChoices } = choices
  const isExtra = choice !== undefined && !shown.some((one) => one === choice)
  const stands = useStanding(objectType, isExtra ? choice : undefined)
  const chosen = stands && [...leaves.values()].filter((node) => stands(node.id, node)).length
  return <StatusBar counts={isUnread && counts.total === 0 ? undefined : counts} chosen={chosen} {...choices} />
}

/** The status of an object, before its name. */
export function LeafSign({ objectType, node }: { objectType: ObjectRef['objectType']; node: LiveNode }) {
  const target = useMemo(() => ({ objectType, id: node.id }), [objectType, node.id])
  return <StatusSign status={useStatus(target, node)} />
}
