import { CheckCircleOutlined, ClockCircleOutlined, CloseCircleOutlined } from '@ant-design/icons'
import { SmsStatus } from '@huanwei/contract/sms/codes'
import { listShortMessages, type ShortMessage, sendShortMessageAgain } from '@huanwei/contract/sms/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { useAct } from '../../lib/send.ts'
import { useMay } from '../../lib/session.ts'
import { ActionButton } from '../../ui/form/ActionButton.tsx'
import { ListFrame } from '../../ui/list/ListFrame.tsx'
import { ListTag, type Tone } from '../../ui/list/ListTag.tsx'
import { indexColumn, timeColumn, whole } from '../../ui/list/list-cells.tsx'
import type { ListColumn } from '../../ui/list/list-columns.ts'
import type { ListPlace } from '../../ui/list/list-pages.ts'
import { useListFilter } from '../../ui/list/use-list-filter.tsx'
import { ExportButton } from '../exports/ExportButton.tsx'
import { toListInput } from '../queues/queue-search.ts'

type Search = { sms?: SmsStatus | undefined; from?: string | undefined; to?: string | undefined } & ListPlace
type Props = { lead: ReactNode; search: Search; onSearch: (change: Partial<Search>) => void }

const noFilter: Pick<Search, 'sms' | 'from' | 'to'> = { sms: undefined, from: undefined, to: undefined }

/** Text messages of rules: what was sent, what waits, and what failed, which can be sent again. Source: spec 3, section 19. */
export function ShortMessages({ lead, search, onSearch }: Props) {
  const { t } = useTranslation('sms')
  const asked = query(listShortMessages, {
    ...toListInput({ from: undefined, to: undefined, deptId: undefined, ...search }),
    status: search.sms,
  })
  const list = useQuery({ ...asked, placeholderData: keepPreviousData, refetchInterval: hasWaiting })
  const { fields, frame } = useListFilter({ search, onSearch, noFilter, list })
  return (
    <ListFrame
      name="short-messages"
      label={t('title')}
      lead={lead}
      filters={[
        fields.choice(
          'sms',
          t('status'),
          Object.values(SmsStatus).map((value) => ({ value, label: t(`statuses.${value}`) })),
        ),
        fields.days(),
      ]}
      exportButton={<ExportButton {...asked} />}
      columns={useColumns()}
      {...frame}
      noMatch={{ title: t('noneMatch'), hint: t('noneMatchHint') }}
      empty={{ title: t('none'), hint: t('noneHint') }}
    />
  )
}

/** Time to the next look while a message waits, ms. */
const hasWaiting = ({ state }: { state: { data: { records: ShortMessage[] } | undefined } }) =>
  state.data?.records.some(({ status }) => status === SmsStatus.waiting) ? 3000 : (false as const)

const looks: Record<SmsStatus, { tone: Tone; icon: ReactNode }> = {
  waiting: { tone: 'plain', icon: <ClockCircleOutlined /> },
  sent: { tone: 'good', icon: <CheckCircleOutlined /> },
  failed: { tone: 'bad', icon: <CloseCircleOutlined /> },
}

function useColumns(): ListColumn<ShortMessage>[] {
  const { t } = useTranslation(['sms', 'list'])
  const mayResend = useMay('sys_sms_send')
  return useMemo(
    () => [
      indexColumn(t('list:index')),
      timeColumn(t('time'), ({ createTime }) => createTime),
      { key: 'name', title: t('recipient'), width: 96, always: true, card: 'title', cell: ({ name }) => whole(name) },
      { key: 'mobile', title: t('mobile'), width: 120, card: 'title', cell: ({ mobile }) => mobile },
      { key: 'text', title: t('text'), card: 'detail', cell: ({ text }) => whole(text) },
      {
        key: 'status',
        title: t('status'),
        width: 106,
        card: 'state',
        cell: ({ status }) => <ListTag {...looks[status]} text={t(`statuses.${status}`)} />,
      },
      { key: 'sent', title: t('sentTime'), width: 158, cell: ({ sentTime }) => sentTime ?? '—' },
      { key: 'error', title: t('error'), width: 150, card: 'detail', cell: ({ error }) => whole(error) },
      ...(mayResend
        ? [
            {
              key: 'do',
              title: t('list:action'),
              width: 96,
              always: true as const,
              card: 'foot' as const,
              cell: (message: ShortMessage) => message.status === SmsStatus.failed && <Again id={message.id} />,
            },
          ]
        : []),
    ],
    [t, mayResend],
  )
}

function Again({ id }: { id: number }) {
  const { t } = useTranslation('sms')
  const send = useAct(sendShortMessageAgain, [listShortMessages])
  return (
    <ActionButton type="link" size="small" onAct={() => send({ id })}>
      {t('again')}
    </ActionButton>
  )
}
