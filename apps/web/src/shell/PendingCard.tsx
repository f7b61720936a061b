import { MsgType } from '@huanwei/contract/messages/codes'
import { getSummaries } from '@huanwei/contract/messages/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { query } from '../lib/api.ts'
import { useSession } from '../lib/session.ts'
import { messageTime } from '../lib/time.ts'
import { HomeCard } from './HomeCard.tsx'

/** How often the figure is asked for again, ms. Source: spec 1, section 9. */
const pollMs = 60_000

export const pendingQuery = (objectId: number | undefined) => query(getSummaries, { objectId })

/** How many violations wait for the caller, and the newest of them. */
export function PendingCard() {
  const { t } = useTranslation('shell')
  const objectId = useSession((s) => s.session?.user.id)
  const { data, isPending, isError, refetch } = useQuery({ ...pendingQuery(objectId), refetchInterval: pollMs })
  const summary = data?.find(({ msgType }) => msgType === MsgType.violation)
  const count = summary?.unreadCount ?? 0
  return (
    <HomeCard
      title={t('home.pending')}
      aside={summary?.createTime ? messageTime(summary.createTime, Date.now()) : undefined}
      to="/event/illegal/index"
      link={t('home.openQueue')}
      isPending={isPending}
      isError={isError}
      onRetry={() => void refetch()}
    >
      <p className={count > 0 ? 'pending pending-some' : 'pending'}>
        <strong>{count}</strong>
        {count === 0 && <span>{t('home.pendingNone')}</span>}
      </p>
      {count > 0 && summary?.msgDescribe && (
        <p className="pending-latest">{t('home.pendingLatest', { text: summary.msgDescribe })}</p>
      )}
    </HomeCard>
  )
}
