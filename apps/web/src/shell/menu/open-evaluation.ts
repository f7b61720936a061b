import { issueTemporaryToken, registerToken } from '@huanwei/contract/tokens/endpoints'
import { getUnitLinks } from '@huanwei/contract/units/endpoints'
import { i18n } from '../../i18n/i18n.ts'
import { call } from '../../lib/api.ts'
import { NetworkError } from '../../lib/errors.ts'
import { notify } from '../../lib/notices.ts'
import { currentSession } from '../../lib/session.ts'

/** Opens the evaluation site of the organisation with an access token that tells it who comes. Source: spec 1, sections 2.5 and 7. */
export async function openEvaluation() {
  // Now, while the click counts: browsers let no page open a window later by itself.
  const tab = window.open('', '_blank')
  if (!tab) return warn('windowBlocked')
  try {
    const address = await evaluationAddress()
    if (address === undefined) {
      tab.close()
      return warn('missing.evaluation')
    }
    tab.opener = null
    tab.location.href = address
  } catch (error) {
    tab.close()
    // Refusals are on the screen already.
    if (error instanceof NetworkError) notify({ kind: 'error', text: error.message })
    else console.warn('huanwei: the evaluation site was not opened', error)
  }
}

async function evaluationAddress() {
  const { evaluationUrl } = await call(getUnitLinks, {})
  const user = currentSession()?.user
  if (!evaluationUrl || !user) return undefined
  const { tempToken } = await call(issueTemporaryToken, {})
  const { tenantId, userId: accountId, username } = user
  const token = await call(registerToken, { tempToken, tenantId, accountId, username })
  const address = new URL(evaluationUrl, location.href)
  address.searchParams.set('access_token', token)
  return address.href
}

const warn = (key: 'windowBlocked' | 'missing.evaluation') => notify({ kind: 'warning', text: i18n.t(`shell:menu.${key}`) })
