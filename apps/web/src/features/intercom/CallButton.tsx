import { PhoneOutlined } from '@ant-design/icons'
import { callPerson, listIntercomGroups } from '@huanwei/contract/intercom/endpoints'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { notify } from '../../lib/notices.ts'
import { useAsk } from '../../lib/send.ts'
import { useMay, useSession } from '../../lib/session.ts'
import { openSpeaker } from '../../media/speaker.ts'
import { ActionButton } from '../../ui/form/ActionButton.tsx'

/** Calls a person on the intercom and goes to it; nothing for who may not, and for oneself. */
export function CallButton({ userId, name }: { userId: number; name: string }) {
  const { t } = useTranslation('live')
  const navigate = useNavigate()
  const mayTalk = useMay('intercom')
  const own = useSession((s) => s.session?.user.id)
  const ask = useAsk(callPerson, [listIntercomGroups])
  if (!mayTalk || userId === own) return null
  async function callOne() {
    openSpeaker()
    const called = await ask({ userId })
    if (!called) return
    if (!called.isThere) notify({ kind: 'warning', text: t('call.notThere', { name }) })
    const { talkIn } = await import('./switch.ts')
    talkIn(called.groupId)
    await navigate('/monitor/intercom/index')
  }
  return (
    <ActionButton size="small" icon={<PhoneOutlined aria-hidden />} onAct={callOne}>
      {t('call.one')}
    </ActionButton>
  )
}
