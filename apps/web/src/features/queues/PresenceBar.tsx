import { EyeOutlined, LockOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFigure } from '../parameters/use-figure.ts'
import type { EventPresence } from './use-presence.ts'
import './presence.css'

/** Above an open event: who else looks at it, and whose it is. `mayAct`: the person could handle it now. */
export function PresenceBar({ presence, mayAct }: { presence: EventPresence; mayAct: boolean }) {
  const { t } = useTranslation('list')
  const claimMinutes = useFigure('claim_minutes')
  const { others, claim, isMine, isTaken, setClaim, isClaiming } = presence
  const who = others.map(({ username }) => username).join(t('and'))
  return (
    <div className="presence" data-taken={isTaken ? '' : undefined} data-mine={isMine ? '' : undefined}>
      <span role="status">
        {claim && (
          <span>
            <LockOutlined aria-hidden />{' '}
            {isMine
              ? t('presence.mine', { until: claim.until.slice(11) })
              : t('presence.taken', { who: claim.username, until: claim.until.slice(11) })}
          </span>
        )}
        <span>
          <EyeOutlined aria-hidden /> {others.length > 0 ? t('presence.looking', { who }) : t('presence.nobody')}
        </span>
      </span>
      {mayAct && !isTaken && (
        <Button
          size="small"
          autoInsertSpace={false}
          disabled={isClaiming}
          title={t('presence.claimHint', { n: claimMinutes })}
          onClick={() => setClaim(!isMine)}
        >
          {t(isMine ? 'presence.release' : 'presence.claim')}
        </Button>
      )}
    </div>
  )
}
