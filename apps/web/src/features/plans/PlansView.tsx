import './plans.css'
import { CheckCircleOutlined, ClockCircleOutlined, FieldTimeOutlined, PlusOutlined } from '@ant-design/icons'
import {
  finishRecord,
  listRecords,
  pagePlans,
  removePlan,
  type TaskPlan,
  type TaskRecord,
} from '@huanwei/contract/plans/endpoints'
import { clockOf, decideVisit, isMissed } from '@huanwei/contract/plans/rules'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Flex, Input, Skeleton } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import type { PageProps } from '../../lib/page.tsx'
import { useAct } from '../../lib/send.ts'
import { useMay, useSession } from '../../lib/session.ts'
import { useTick } from '../../lib/tick.ts'
import { parseTime } from '../../lib/time.ts'
import { lookAgainMs, useOpenRow } from '../../lib/use-record.ts'
import { ActionButton } from '../../ui/form/ActionButton.tsx'
import { useConfirm } from '../../ui/form/use-confirm.ts'
import { ListEmpty, LoadFailed } from '../../ui/list/ListNotice.tsx'
import { ListPager } from '../../ui/list/ListPager.tsx'
import { ListTag } from '../../ui/list/ListTag.tsx'
import { ListPlace } from '../../ui/list/list-pages.ts'
import { ExportButton } from '../exports/ExportButton.tsx'
import { ofScope } from '../queues/queue-list.ts'
import { PlanDrawer } from './PlanDrawer.tsx'
import '../../ui/list/list.css'

type Search = ListPlace & { planName?: string | undefined }
type Props = PageProps<Search> & { lead: ReactNode }

/** Today's visits, and the plans that they come from. Source: spec 1, section 8. */
export function PlansView({ lead, search, onSearch }: Props) {
  const { t } = useTranslation(['plans', 'list'])
  const mayPlan = useMay('clean_assign')
  /** The plan whose form is open. */
  const [edited, setEdited] = useState<number | 'new'>()
  const list = usePlans(search, edited !== undefined)
  const plan = useOpenRow(list.data?.records, edited)
  return (
    <Flex vertical component="section" className="list-frame" aria-label={t('title')}>
      <div className="list-filters">
        <div className="list-lead">{lead}</div>
      </div>
      {mayPlan && (
        <div className="list-tools">
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setEdited('new')}>
            {t('add')}
          </Button>
        </div>
      )}
      <div className="plans">
        <Visits />
        <Plans search={search} onSearch={onSearch} mayPlan={mayPlan} onEdit={setEdited} />
      </div>
      {(plan.row || edited === 'new') && (
        <PlanDrawer plan={plan.row} error={plan.error} onReload={list.refetch} onClose={() => setEdited(undefined)} />
      )}
    </Flex>
  )
}

const filterOf = ({ planName }: Search) => (planName ? { name: planName } : {})

/** One page of the plans. `isWatched`: while a form was filled in from one of them. */
const usePlans = (search: Search, isWatched = false) =>
  useQuery({
    ...query(pagePlans, { ...filterOf(search), current: search.current, size: search.size }),
    placeholderData: keepPreviousData,
    refetchInterval: isWatched ? lookAgainMs : false,
  })

function Visits() {
  const { t } = useTranslation(['plans', 'list'])
  const { data, error, refetch } = useQuery({ ...query(listRecords, {}), ...ofScope(false) })
  const made = data?.filter(({ doneTime }) => doneTime !== null).length ?? 0
  return (
    <section className="plans-part" aria-labelledby="plans-visits">
      <h2 id="plans-visits">
        {t('today')} {data && data.length > 0 && <small>{t('made', { made, all: data.length })}</small>}
      </h2>
      <ExportButton {...query(listRecords, {})} />
      {!data && !error && <Skeleton active title={false} paragraph={{ rows: 6 }} />}
      {!data && error && <LoadFailed title={t('list:failed')} error={error} onRetry={refetch} />}
      {data?.length === 0 && <ListEmpty title={t('noVisits')} hint={t('noVisitsHint')} />}
      <ul>
        {data?.map((visit) => (
          <Visit key={visit.id} visit={visit} />
        ))}
      </ul>
    </section>
  )
}

function Visit({ visit }: { visit: TaskRecord }) {
  const { t } = useTranslation('plans')
  const userId = useSession((s) => s.session?.user.userId) ?? 0
  const mayProcess = useMay('clean_process')
  const finish = useAct(finishRecord, [listRecords])
  const { id, facilityName, planName, userName, dueTime, doneTime, doneName } = visit
  return (
    <li>
      <time dateTime={dueTime.replace(' ', 'T')}>{dueTime.slice(11, 16)}</time>
      <span className="plans-what">
        <strong>{facilityName}</strong>
        <small>{[planName, userName].join(' · ')}</small>
      </span>
      <MissedTag {...visit} />
      {doneTime !== null ? (
        <ListTag tone="good" icon={<CheckCircleOutlined />} text={`${doneTime.slice(11, 16)} ${doneName}`} />
      ) : decideVisit(visit, { userId, mayProcess }) === 'done' ? (
        <ActionButton
          size="small"
          aria-label={`${t('finish')} ${facilityName} ${dueTime.slice(11, 16)}`}
          onAct={() => finish({ id })}
        >
          {t('finish')}
        </ActionButton>
      ) : (
        <ListTag tone="plain" icon={<ClockCircleOutlined />} text={t('due')} />
      )}
    </li>
  )
}

function MissedTag({ doneTime, dueTime }: TaskRecord) {
  const { t } = useTranslation('plans')
  const isLate = isMissed({ doneTime, due: parseTime(dueTime) }, useTick())
  return isLate && <ListTag tone="bad" icon={<FieldTimeOutlined />} text={t('missed')} />
}

type PlansProps = PageProps<Search> & { mayPlan: boolean; onEdit: (id: number) => void }

function Plans({ search, onSearch, mayPlan, onEdit }: PlansProps) {
  const { t } = useTranslation(['plans', 'list'])
  const { data, error, refetch } = usePlans(search)
  const hasNone = data?.total === 0
  return (
    <section className="plans-part" aria-labelledby="plans-all">
      <h2 id="plans-all">{t('plans')}</h2>
      <ExportButton {...query(pagePlans, filterOf(search))} />
      {!data && !error && <Skeleton active title={false} paragraph={{ rows: 6 }} />}
      {!data && error && <LoadFailed title={t('list:failed')} error={error} onRetry={refetch} />}
      <PlanSearch name={search.planName} onName={(planName) => onSearch({ planName, current: 1 })} />
      {hasNone && search.planName === undefined && <ListEmpty title={t('none')} hint={t('noneHint')} />}
      {hasNone && search.planName !== undefined && <ListEmpty title={t('noneMatch')} hint={t('noneMatchHint')} />}
      <ul>
        {data?.records.map((plan) => (
          <li key={plan.id}>
            <span className="plans-what">
              <strong>{plan.name}</strong>
              <small>
                {plan.userName} · {plan.dueMinutes.map(clockOf).join(t('and'))} ·{' '}
                {t('facilities', { count: plan.facilities.length })}
              </small>
            </span>
            {mayPlan && <PlanButtons plan={plan} onEdit={onEdit} />}
          </li>
        ))}
      </ul>
      <ListPager {...search} total={data?.total ?? 0} onPage={(place) => onSearch(ListPlace.parse(place))} />
    </section>
  )
}

type PlanSearchProps = { name: string | undefined; onName: (name: string | undefined) => void }

/** Finds plans by a part of their name, with Enter. */
function PlanSearch({ name, onName }: PlanSearchProps) {
  const { t } = useTranslation('plans')
  return (
    <Input.Search
      key={name}
      defaultValue={name}
      allowClear
      maxLength={50}
      placeholder={t('name')}
      aria-label={t('name')}
      onSearch={(text) => onName(text.trim() || undefined)}
    />
  )
}

function PlanButtons({ plan, onEdit }: { plan: TaskPlan; onEdit: (id: number) => void }) {
  const { t } = useTranslation('plans')
  const confirm = useConfirm()
  const remove = useAct(removePlan, [pagePlans, listRecords])
  const { id, name, updateTime } = plan
  return (
    <span className="plans-buttons">
      <Button size="small" autoInsertSpace={false} aria-label={`${t('change')} ${name}`} onClick={() => onEdit(id)}>
        {t('change')}
      </Button>
      <Button
        size="small"
        danger
        autoInsertSpace={false}
        aria-label={`${t('action.remove')} ${name}`}
        onClick={() =>
          confirm({
            title: t('removeQuestion'),
            content: t('removeHint', { name }),
            okText: t('action.remove'),
            onOk: () => remove({ id, updateTime }),
          })
        }
      >
        {t('action.remove')}
      </Button>
    </span>
  )
}
