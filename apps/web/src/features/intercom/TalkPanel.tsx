import { AudioOutlined, PhoneOutlined } from '@ant-design/icons'
import { callPerson, type IntercomGroup, listIntercomGroups } from '@huanwei/contract/intercom/endpoints'
import type { GroupState } from '@huanwei/contract/intercom/messages'
import { Button } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notices.ts'
import { useAsk } from '../../lib/send.ts'
import { useSession } from '../../lib/session.ts'
import { held } from '../../media/talk/held.ts'
import { GroupVehicles } from './GroupVehicles.tsx'
import { useIntercom } from './intercom.ts'
import { listenTo, press, release } from './switch.ts'

/** Who is in the group, who speaks, and the button to hold. */
export function TalkPanel({ group }: { group: IntercomGroup }) {
  const { t } = useTranslation('intercom')
  const state = useIntercom((s) => s.groups.find(({ id }) => id === group.id))
  return (
    <>
      <div className="intercom-head">
        <h2>{group.name}</h2>
        <small>{state && t('present', { count: state.presentCount })}</small>
      </div>
      <TalkState state={state} />
      <TalkButton />
      {state && <People group={group} state={state} />}
      {state && state.vehicles.length > 0 && <GroupVehicles key={group.id} group={group} state={state} />}
    </>
  )
}

/** In words, also for who cannot see it: who speaks, whether it is the own turn, why it is not. */
function TalkState({ state }: { state: GroupState | undefined }) {
  const { t } = useTranslation('intercom')
  const { power, talk, silence } = useIntercom()
  const own = useSession((s) => s.session?.user.id)
  const { speaking } = state ?? {}
  const text =
    power === 'closed'
      ? t('off')
      : power !== 'open'
        ? t('loggingIn')
        : talk === 'speaking'
          ? t('yourTurn')
          : talk === 'asking'
            ? t('asking')
            : silence
              ? t(`silence.${silence.reason}`, { name: silence.by })
              : speaking && (speaking.userId === null || speaking.userId !== own)
                ? t('speaks', { name: speaking.name })
                : t('free')
  const tone = talk === 'speaking' ? 'own' : speaking ? 'other' : silence ? 'warn' : undefined
  return (
    <p className="intercom-state" role="status" data-tone={tone}>
      {text}
    </p>
  )
}

const typed = 'input, textarea, select, button, a, [role=combobox], [contenteditable]'

/** Held by a finger, a mouse or the space bar, wherever the keyboard is on this page while nothing is typed. */
function TalkButton() {
  const { t } = useTranslation('intercom')
  const isOpen = useIntercom((s) => s.power === 'open' && s.listening !== undefined)
  const talk = useIntercom((s) => s.talk)
  useEffect(() => {
    const isOwn = ({ code, target }: KeyboardEvent) =>
      code === 'Space' && target instanceof Element && !target.closest(typed) && !target.closest('.ant-drawer')
    const down = (event: KeyboardEvent) => {
      if (!isOwn(event)) return
      event.preventDefault()
      if (!event.repeat) press()
    }
    const up = (event: KeyboardEvent) => event.code === 'Space' && release()
    addEventListener('keydown', down)
    addEventListener('keyup', up)
    addEventListener('blur', release)
    return () => {
      removeEventListener('keydown', down)
      removeEventListener('keyup', up)
      removeEventListener('blur', release)
      release()
    }
  }, [])
  return (
    <button
      type="button"
      className="intercom-button"
      data-talk={talk}
      disabled={!isOpen}
      aria-pressed={talk === 'speaking'}
      {...held(press, release)}
    >
      <AudioOutlined aria-hidden />
      <span>{t(talk === 'speaking' ? 'letGo' : 'hold')}</span>
      <small>{t('spaceBar')}</small>
    </button>
  )
}

/** Who is there; a press calls one of them alone. */
function People({ group, state }: { group: IntercomGroup; state: GroupState }) {
  const { t } = useTranslation('intercom')
  const own = useSession((s) => s.session?.user.id)
  const ask = useAsk(callPerson, [listIntercomGroups])
  async function callOne(userId: number, name: string) {
    const called = await ask({ userId })
    if (!called) return
    if (!called.isThere) notify({ kind: 'warning', text: t('notThere', { name }) })
    listenTo(called.groupId)
  }
  return (
    <ul className="intercom-people" aria-label={t('people')}>
      {state.present.map(({ userId, name, isListening }) => (
        <li key={userId} data-speaking={state.speaking?.userId === userId ? '' : undefined}>
          <span>
            {name}
            {userId === own && ` (${t('you')})`}
          </span>
          {!isListening && <small>{t('elsewhere')}</small>}
          {userId !== own && group.kind !== 'pair' && (
            <Button
              size="small"
              type="text"
              icon={<PhoneOutlined aria-hidden />}
              aria-label={t('callOne', { name })}
              title={t('callOne', { name })}
              onClick={() => void callOne(userId, name)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
