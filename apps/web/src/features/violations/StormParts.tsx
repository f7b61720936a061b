import { AlarmType } from '@huanwei/contract/violations/codes'
import { listViolations } from '@huanwei/contract/violations/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { DrawerPart } from '../../ui/drawer/DrawerFrame.tsx'
import { LoadFailed } from '../../ui/list/ListNotice.tsx'
import { ViolationTag } from './ViolationState.tsx'
import '../queues/many.css'
import './storm-parts.css'

type Props = { id: number; count: number; onOpen: (id: number) => void; onStorm: (id: number) => void }

/** The latest parts that are shown. */
const mostShown = 1000

/** Members of a storm: each opens by itself, all pending ones are judged together. */
export function StormParts({ id, count, onOpen, onStorm }: Props) {
  const { t } = useTranslation(['violations', 'list'])
  const mayHandle = useMay('violation_handle')
  const parts = useQuery(query(listViolations, { stormOf: id, size: Math.min(count, mostShown) }))
  const rows = parts.data?.records ?? []
  const waiting = rows.filter(({ alarmType }) => alarmType === AlarmType.pending)
  return (
    <DrawerPart title={t('storm.title', { count })}>
      <p>{t('storm.hint')}</p>
      {parts.isPending && <Skeleton active title={false} />}
      {parts.isError && <LoadFailed title={t('list:failed')} error={parts.error} onRetry={() => void parts.refetch()} />}
      {mayHandle && waiting.length > 1 && (
        <Button autoInsertSpace={false} onClick={() => onStorm(id)}>
          {t('many.act', { n: waiting.length })}
        </Button>
      )}
      <ul className="many-rows storm-parts" aria-label={t('storm.title', { count })}>
        {rows.map((row) => (
          <li key={row.id} aria-current={row.id === id || undefined}>
            <Button type="link" size="small" onClick={() => onOpen(row.id)}>
              {row.objectName}
            </Button>
            <span className="list-sub">{row.createTime}</span>
            <ViolationTag {...row} />
          </li>
        ))}
      </ul>
    </DrawerPart>
  )
}
