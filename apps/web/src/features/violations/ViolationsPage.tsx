import { ObjectType } from '@huanwei/contract/objects'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/session.ts'
import { DateRange } from '../../ui/DateRange.tsx'
import { DepartmentSelect } from '../../ui/DepartmentSelect.tsx'
import { ListFrame } from '../../ui/ListFrame.tsx'
import { VehicleSelect } from './VehicleSelect.tsx'
import { useViolationColumns } from './ViolationColumns.tsx'
import { ViolationDrawer } from './ViolationDrawer.tsx'
import { useViolationList } from './violation-list.ts'
import { noFilter, ViolationsSearch } from './violation-search.ts'

type Props = {
  search: ViolationsSearch
  onSearch: (change: Partial<ViolationsSearch>) => void
  /** Whose violations: one screen per kind of object. */
  objectType?: ObjectType
}

/** Violations to handle, or to look at for who may not. Source: spec 2, section 2.1. */
export function ViolationsPage({ search, onSearch, objectType = ObjectType.vehicle }: Props) {
  const { t } = useTranslation(['violations', 'list'])
  const mayHandle = useMay('violation_handle')
  const list = useViolationList(search, objectType)
  const columns = useViolationColumns(list.dataUpdatedAt)
  /** What was chosen since the last 查询. */
  const [draft, setDraft] = useState<Partial<typeof noFilter>>({})
  const filter = { ...search, ...draft }
  const isFiltered = [search.objectId, search.deptId, search.from, search.to].some((each) => each !== undefined)
  const choose = (change: typeof draft) => setDraft({ ...draft, ...change })

  function apply(change: Partial<ViolationsSearch>) {
    setDraft({})
    onSearch({ ...change, current: 1 })
  }
  function onQuery() {
    if (Object.keys(draft).length > 0) apply(draft)
    else list.refetch()
  }
  /** The last row of a page is gone: the page before has the rest. */
  function onHandled() {
    const isLast = list.data?.records.length === 1 && search.current > 1
    onSearch({ open: undefined, ...(isLast && { current: search.current - 1 }) })
  }

  return (
    <>
      <ListFrame
        name="violations"
        label={t('title')}
        lead={
          <Segmented<ViolationsSearch['status']>
            aria-label={t('column.status')}
            options={[
              { value: 'pending', label: t('status.pending') },
              { value: 'processed', label: t('status.processed') },
            ]}
            value={search.status}
            onChange={(status) => onSearch({ status, current: 1 })}
          />
        }
        filters={[
          ...(objectType === ObjectType.vehicle
            ? [
                {
                  key: 'object',
                  label: t('column.object'),
                  isSet: filter.objectId !== undefined,
                  control: (
                    <VehicleSelect
                      label={t('column.object')}
                      value={filter.objectId}
                      onChange={(objectId) => choose({ objectId })}
                    />
                  ),
                },
              ]
            : []),
          {
            key: 'department',
            label: t('department'),
            isSet: filter.deptId !== undefined,
            control: <DepartmentSelect label={t('department')} value={filter.deptId} onChange={(deptId) => choose({ deptId })} />,
          },
          {
            key: 'days',
            label: `${t('list:firstDay')} → ${t('list:lastDay')}`,
            isSet: filter.from !== undefined || filter.to !== undefined,
            control: (
              <DateRange
                labels={[t('list:firstDay'), t('list:lastDay')]}
                value={{ from: filter.from, to: filter.to }}
                onChange={choose}
              />
            ),
          },
        ]}
        onQuery={onQuery}
        onReset={() => apply(noFilter)}
        columns={columns}
        list={list}
        position={search}
        onPage={({ current, size }) => onSearch(ViolationsSearch.pick({ current: true, size: true }).parse({ current, size }))}
        onOpen={({ id }) => onSearch({ open: id })}
        openId={search.open}
        empty={
          isFiltered
            ? {
                title: t('noneMatch'),
                hint: t('noneMatchHint'),
                action: <Button onClick={() => apply(noFilter)}>{t('list:clearFilters')}</Button>,
              }
            : search.status === 'pending'
              ? {
                  title: t('nonePending'),
                  hint: t('nonePendingHint'),
                  action: <Button onClick={() => onSearch({ status: 'processed', current: 1 })}>{t('seeProcessed')}</Button>,
                }
              : {
                  title: t('noneProcessed'),
                  hint: t(mayHandle ? 'noneProcessedHint' : 'noneProcessedLookHint'),
                  action: <Button onClick={() => onSearch({ status: 'pending', current: 1 })}>{t('seePending')}</Button>,
                }
        }
      />
      {search.open !== undefined && (
        <ViolationDrawer key={search.open} id={search.open} onClose={() => onSearch({ open: undefined })} onHandled={onHandled} />
      )}
    </>
  )
}
