import './reminders.css'
import { MsgType, PushStatus, ReminderTask, reminderWords } from '@huanwei/contract/messages/codes'
import { listReminderPushes, type ReminderPush } from '@huanwei/contract/messages/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { query } from '../../lib/api.ts'
import type { PageProps } from '../../lib/page.tsx'
import { useSession } from '../../lib/session.ts'
import { ReadAllButton } from '../../shell/messages/ReadAllButton.tsx'
import { ListFrame } from '../../ui/list/ListFrame.tsx'
import { indexColumn, openColumn, timeColumn, whole } from '../../ui/list/list-cells.tsx'
import type { ListColumn } from '../../ui/list/list-columns.ts'
import { useListFilter } from '../../ui/list/use-list-filter.tsx'
import { Segments } from '../../ui/select/Segments.tsx'
import { ExportButton } from '../exports/ExportButton.tsx'
import { toListInput } from '../queues/queue-search.ts'
import { reminderPath } from './reminder-paths.ts'
import type { RemindersSearch } from './reminder-search.ts'

/** A row of the list: its `id` is the reminder's own. */
type Row = Pick<ReminderPush, 'id' | 'task' | 'msgDescribe' | 'createTime' | 'readUnread'>

const noFilter: Pick<RemindersSearch, 'task' | 'unlisted' | 'from' | 'to'> = {
  task: undefined,
  unlisted: undefined,
  from: undefined,
  to: undefined,
}
const statusOf = { pending: PushStatus.pending, handled: PushStatus.handled }

/** The viewer's reminders: tasks that wait for them, and those that are done. Source: spec 3, section 19. */
export function RemindersPage({ search, onSearch }: PageProps<RemindersSearch>) {
  const { t } = useTranslation(['reminders', 'shell', 'common', 'list'])
  const navigate = useNavigate()
  const { list, asked } = useReminderList(search)
  const columns = useReminderColumns()
  const { fields, frame } = useListFilter({ search, onSearch, noFilter, list })
  return (
    <ListFrame
      name="reminders"
      label={t('shell:item.reminder')}
      lead={<StatusSwitch value={search.tab} onChange={(tab) => onSearch({ tab, current: 1 })} />}
      filters={[
        fields.choice(
          'task',
          t('task'),
          Object.values(ReminderTask).map((value) => ({ value, label: t(reminderWords[value]) })),
        ),
        fields.choice('unlisted', t('scope'), [{ value: 1, label: t('scope.unlisted') }]),
        fields.days(),
      ]}
      actions={<ReadAllButton of={{ msgType: MsgType.reminder }} />}
      exportButton={<ExportButton {...asked} />}
      columns={columns}
      {...frame}
      onOpen={({ id }) => void navigate(reminderPath(id))}
      noMatch={{ title: t('noneMatch'), hint: t('noneMatchHint') }}
      empty={{ title: t(`none.${search.tab}.title`), hint: t(`none.${search.tab}.hint`) }}
    />
  )
}

function useReminderList(search: RemindersSearch) {
  const pushObjectId = useSession((s) => s.session?.user.userId) ?? 0
  const { task, unlisted, tab } = search
  const input = { ...toListInput({ ...search, deptId: undefined }), msgType: MsgType.reminder, pushObjectId, task, unlisted }
  const asked = query(listReminderPushes, { ...input, status: statusOf[tab] })
  const list = useQuery({ ...asked, placeholderData: keepPreviousData, select: withOwnIds })
  return { list, asked }
}

const withOwnIds = ({ records, total }: { records: ReminderPush[]; total: number }) => ({
  records: records.map((reminder): Row => ({ ...reminder, id: reminder.pushId })),
  total,
})

type Tab = RemindersSearch['tab']

function StatusSwitch(props: { value: Tab; onChange: (tab: Tab) => void }) {
  const { t } = useTranslation('reminders')
  const options = (['pending', 'handled'] as const).map((value) => ({ value, label: t(`status.${value}`) }))
  return <Segments<Tab> aria-label={t('status')} options={options} {...props} />
}

function useReminderColumns(): ListColumn<Row>[] {
  const { t } = useTranslation(['reminders', 'common', 'list'])
  return useMemo(
    () => [
      indexColumn(t('list:index')),
      {
        key: 'task',
        title: t('task'),
        width: 160,
        always: true,
        card: 'title',
        cell: ({ task, readUnread }) => (
          <span className="reminder-task" data-unread={readUnread === 0 ? '' : undefined}>
            {t(reminderWords[task])}
          </span>
        ),
      },
      { key: 'about', title: t('about'), card: 'detail', cell: ({ msgDescribe }) => whole(msgDescribe) },
      timeColumn(t('time'), ({ createTime }) => createTime),
      openColumn(t('list:action'), () => t('list:details')),
    ],
    [t],
  )
}
