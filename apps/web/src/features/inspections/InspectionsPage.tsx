import { PlusOutlined } from '@ant-design/icons'
import { Button, Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/session.ts'
import { DateRange } from '../../ui/DateRange.tsx'
import { DepartmentSelect } from '../../ui/DepartmentSelect.tsx'
import { ListFrame } from '../../ui/ListFrame.tsx'
import { UserSelect } from '../../ui/UserSelect.tsx'
import { useQueueFilter } from '../messages/use-queue-filter.ts'
import { useInspectionColumns } from './InspectionColumns.tsx'
import { InspectionDrawer } from './InspectionDrawer.tsx'
import { useInspectionList } from './inspection-list.ts'
import { InspectionsSearch, noFilter } from './inspection-search.ts'
import { ReportDrawer } from './ReportDrawer.tsx'

type Props = { search: InspectionsSearch; onSearch: (change: Partial<InspectionsSearch>) => void }

const tabs = InspectionsSearch.shape.tab.unwrap().options

/** What patrols found, by what has become of it, and the way to report more. Source: spec 2, section 2.3. */
export function InspectionsPage({ search, onSearch }: Props) {
  const { t } = useTranslation(['inspections', 'list'])
  const mayReport = useMay('inspection_report')
  const { list, exported } = useInspectionList(search)
  const columns = useInspectionColumns()
  const queue = useQueueFilter({ search, onSearch, noFilter, list })
  const { filter, choose } = queue
  const toTab = (tab: InspectionsSearch['tab']) => onSearch({ tab, current: 1 })

  return (
    <>
      <ListFrame
        name="inspections"
        label={t('title')}
        lead={
          <Segmented<InspectionsSearch['tab']>
            aria-label={t('column.status')}
            options={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
            value={search.tab}
            onChange={toTab}
          />
        }
        filters={[
          {
            key: 'reporter',
            label: t('column.reporter'),
            isSet: filter.reportPersonId !== undefined,
            control: (
              <UserSelect
                label={t('column.reporter')}
                value={filter.reportPersonId}
                onChange={(reportPersonId) => choose({ reportPersonId })}
              />
            ),
          },
          {
            key: 'responsible',
            label: t('column.responsible'),
            isSet: filter.responsibleId !== undefined,
            control: (
              <UserSelect
                label={t('column.responsible')}
                value={filter.responsibleId}
                onChange={(responsibleId) => choose({ responsibleId })}
              />
            ),
          },
          {
            key: 'project',
            label: t('column.project'),
            isSet: filter.deptId !== undefined,
            control: (
              <DepartmentSelect label={t('column.project')} value={filter.deptId} onChange={(deptId) => choose({ deptId })} />
            ),
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
        actions={
          mayReport && (
            <Button
              type="primary"
              icon={<PlusOutlined aria-hidden />}
              autoInsertSpace={false}
              onClick={() => onSearch({ form: 'new' })}
            >
              {t('report')}
            </Button>
          )
        }
        onQuery={queue.onQuery}
        onReset={queue.onReset}
        columns={columns}
        list={list}
        exported={exported}
        position={search}
        onPage={queue.onPage}
        sort={search.order && { by: 'createTime', order: search.order }}
        onSort={(sort) => onSearch({ order: sort?.order, current: 1 })}
        onOpen={queue.onOpen}
        openId={search.open}
        empty={
          queue.isFiltered
            ? {
                title: t('noneMatch'),
                hint: t('noneMatchHint'),
                action: <Button onClick={queue.onReset}>{t('list:clearFilters')}</Button>,
              }
            : search.tab === 'waiting'
              ? {
                  title: t('none.waiting'),
                  hint: t('noneHint.waiting'),
                  action: <Button onClick={() => toTab('fedBack')}>{t('see.fedBack')}</Button>,
                }
              : {
                  title: t(`none.${search.tab}`),
                  hint: t(`noneHint.${search.tab}`),
                  action: <Button onClick={() => toTab('waiting')}>{t('see.waiting')}</Button>,
                }
        }
      />
      {search.open !== undefined && (
        <InspectionDrawer key={search.open} id={search.open} onClose={queue.onClose} onHandled={queue.onHandled} />
      )}
      {search.form === 'new' && mayReport && (
        <ReportDrawer
          onClose={() => onSearch({ form: undefined })}
          onReported={() => onSearch({ form: undefined, tab: 'waiting', current: 1 })}
        />
      )}
    </>
  )
}
