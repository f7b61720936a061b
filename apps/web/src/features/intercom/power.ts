import { getIntercomHelper } from '@huanwei/contract/units/endpoints'
import { i18n } from '../../i18n/i18n.ts'
import { call } from '../../lib/api.ts'
import { errorOf } from '../../lib/errors.ts'
import { showFailure } from '../../lib/failure.ts'
import { notify } from '../../lib/notices.ts'
import { useSession } from '../../lib/session.ts'
import { openHelper } from './helper.ts'
import { change, useIntercom } from './intercom.ts'
import { turnOff, turnOn } from './switch.ts'

let helper: { close(): void } | undefined
const about = 'intercom'

/** Turns the intercom on or off: the organisation's own one on this desktop where it has one, else the product's. */
export async function toggleIntercom() {
  if (helper) {
    helper.close()
    return notify({ kind: 'warning', text: i18n.t('shell:intercom.isOff'), about })
  }
  if (useIntercom.getState().power !== 'closed') {
    turnOff()
    return notify({ kind: 'warning', text: i18n.t('shell:intercom.isOff'), about })
  }
  try {
    const credentials = await call(getIntercomHelper, {})
    if (!credentials) return turnOn()
    notify({ kind: 'success', text: i18n.t('shell:intercom.loggingIn'), about })
    const stop = useSession.subscribe(({ session }) => session ?? helper?.close())
    helper = openHelper(credentials, {
      onPower(power) {
        change({ power })
        if (power !== 'closed') return
        helper = undefined
        stop()
      },
      onEnd(reason) {
        helper = undefined
        stop()
        change({ power: 'closed' })
        notify({ kind: 'error', text: reason || i18n.t('shell:intercom.disconnected'), about })
      },
    })
  } catch (error) {
    showFailure(errorOf(error))
  }
}
