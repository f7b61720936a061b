import { useTranslation } from 'react-i18next'
import { useTick } from '../lib/tick.ts'
import { age } from '../lib/time.ts'
import { useConnection } from '../live/connection.ts'

/** A loss shorter than this is not worth a word, nor is a first connection that takes no longer, ms. */
const patienceMs = 3000
const firstPatienceMs = 10_000

/** One thin line under the tabs of every page when the screen is not live: what is broken, why, and how old the data is. */
export function ConnectionBanner() {
  const isDown = useConnection(({ state }) => state === 'reconnecting' || state === 'polling')
  return isDown && <Loss />
}

function Loss() {
  const { t } = useTranslation('shell')
  const now = useTick()
  const { state, since, reason, dataAt } = useConnection()
  const isShort = now - since < (reason ? patienceMs : firstPatienceMs)
  if (state === 'reconnecting' && reason !== 'offline' && isShort) return null
  const text =
    reason === 'offline'
      ? t('connection.offline')
      : t(`connection.${state === 'polling' ? 'polling' : 'reconnecting'}`, {
          reason: t(`connection.reason.${reason ?? 'waiting'}`),
        })
  return (
    <div className="connection-banner">
      <span role="status">{text}</span> {/* Not in the status: it would be read out every second. */}
      {dataAt !== undefined && <span>{t('connection.dataAge', { age: age(now - dataAt) })}</span>}
    </div>
  )
}
