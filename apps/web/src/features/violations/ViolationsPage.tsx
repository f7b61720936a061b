import { ObjectType } from '@huanwei/contract/objects'
import { mostJudged } from '@huanwei/contract/violations/endpoints'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageProps } from '../../lib/page.tsx'
import { useMay } from '../../lib/session.ts'
import { ListFrame } from '../../ui/list/ListFrame.tsx'
import { Segments } from '../../ui/select/Segments.tsx'
import { ExportButton } from '../exports/ExportButton.tsx'
import { usePicks } from '../queues/use-picks.ts'
import { JudgeManyDrawer } from './JudgeManyDrawer.tsx'
import { useViolationColumns } from './ViolationColumns.tsx'
import { ViolationDrawer } from './ViolationDrawer.tsx'
import { useViolationFilters } from './violation-filters.tsx'
import { useViolationList, type ViolationRow } from './violation-list.ts'
import type { ViolationsSearch } from './violation-search.ts'
import { forObject } from './violation-words.ts'

type Props = PageProps<ViolationsSearch> & {
  /** The tab that is open unless the address says another: one address per kind of object. */
  preset?: ObjectType
}

/** Violations to handle, or to look at for who may not. Source: spec 2, section 2.1. */
export function ViolationsPage({ search, onSearch, preset = ObjectType.vehicle }: Props) {
  const { t } = useTranslation(['violations', 'list'])
  const mayHandle = useMay('violation_handle')
  const objectType = search.objectType ?? preset
  const { list, exported } = useViolationList(search, objectType)
  const { choose, filters, frame, rows, drawer } = useViolationFilters({ search, onSearch, list }, objectType)
  /** The picked ones while they are dealt with. */
  const [judged, setJudged] = useState<{ ids: readonly number[]; withStorm: boolean }>()
  const canPick = mayHandle && search.status === 'pending'
  const pageIds = list.data?.records.map(({ id }) => id) ?? []
  const picks = usePicks(`${objectType} ${search.status}`, pageIds, mostJudged)
  const columns = useViolationColumns({
    rows: list.data?.records ?? [],
    objectType,
    since: list.dataUpdatedAt,
    isProcessed: search.status === 'processed',
    picks: canPick ? picks : undefined,
  })

  return (
    <>
      <ListFrame
        name="violations"
        label={t('title')}
        exportButton={<ExportButton {...exported} />}
        lead={
          <Segments<ViolationsSearch['status']>
            aria-label={t('column.status')}
            options={[
              { value: 'pending', label: t('status.pending') },
              { value: 'processed', label: t('status.processed') },
            ]}
            value={search.status}
            onChange={(status) => onSearch({ status, current: 1 })}
          />
        }
        actions={
          <>
            <Segments<ObjectType>
              aria-label={t('kindOfObject')}
              options={[ObjectType.person, ObjectType.vehicle, ObjectType.facility].map((value) => ({
                value,
                label: t(`objectType.${value}`),
              }))}
              value={objectType}
              onChange={(next) => {
                const other = { objectId: undefined, ruleIds: undefined }
                choose(other)
                onSearch({ objectType: next, ...other, open: undefined, current: 1 })
              }}
            />
            {canPick && (
              <Button
                disabled={picks.ids.length === 0}
                onClick={() => setJudged({ ids: picks.ids, withStorm: !search.objectId && !search.deptId })}
              >
                {t('many.act', { n: picks.ids.length })}
              </Button>
            )}
          </>
        }
        filters={filters}
        columns={columns}
        {...frame}
        {...rows}
        {...(canPick && { onPick: ({ id }: ViolationRow) => picks.toggle(id) })}
        noMatch={{ title: t(forObject(objectType, 'noneMatch')), hint: t('noneMatchHint') }}
        empty={
          search.status === 'pending'
            ? {
                title: t(forObject(objectType, 'nonePending')),
                hint: t(forObject(objectType, 'nonePendingHint')),
                action: <Button onClick={() => onSearch({ status: 'processed', current: 1 })}>{t('seeProcessed')}</Button>,
              }
            : {
                title: t(forObject(objectType, 'noneProcessed')),
                hint: t(forObject(objectType, mayHandle ? 'noneProcessedHint' : 'noneProcessedLookHint')),
                action: <Button onClick={() => onSearch({ status: 'pending', current: 1 })}>{t('seePending')}</Button>,
              }
        }
      />
      {judged && (
        <JudgeManyDrawer {...judged} objectType={objectType} onClose={() => setJudged(undefined)} onJudged={picks.clear} />
      )}
      {search.open !== undefined && (
        <ViolationDrawer
          key={search.open}
          id={search.open}
          objectType={objectType}
          {...drawer}
          onOpen={(open) => onSearch({ open })}
          onStorm={(id) => {
            onSearch({ open: undefined })
            setJudged({ ids: [id], withStorm: true })
          }}
        />
      )}
    </>
  )
}

/** The page at the address of each kind of object. */
export const violationPages = {
  [ObjectType.person]: (props: PageProps<ViolationsSearch>) => <ViolationsPage {...props} preset={ObjectType.person} />,
  [ObjectType.vehicle]: (props: PageProps<ViolationsSearch>) => <ViolationsPage {...props} preset={ObjectType.vehicle} />,
  [ObjectType.facility]: (props: PageProps<ViolationsSearch>) => <ViolationsPage {...props} preset={ObjectType.facility} />,
}
