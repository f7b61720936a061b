import './lock.css'
import { getLock, unlockSession } from '@huanwei/contract/locks/endpoints'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate } from 'react-router'
import { z } from 'zod'
import { call } from '../../lib/api.ts'
import { readEntry } from '../../lib/entries.ts'
import { errorOf } from '../../lib/errors.ts'
import { displayName, keepLocked, useSession } from '../../lib/session.ts'
import { PlainField } from '../../ui/form/PlainField.tsx'
import { placeAfterLogin } from '../session/guard.ts'
import { LeaveButton } from './LeaveButton.tsx'

/** Duration of the shake of a wrong password and of the opening by a right one, ms. Source: spec 4, S0 §2.5. */
const movesMs = 1000

/** Lock screen: the user and the password that opens it; the server answers nothing meanwhile. Source: spec 1, section 4; spec 4, S0 §2.5. */
export function LockPage() {
  const { t } = useTranslation(['lock', 'checks'])
  const name = useSession(displayName)
  const [password, setPassword] = useState('')
  const [refusal, setRefusal] = useState<string>()
  const [state, setState] = useState<'closed' | 'asking' | 'wrong' | 'opening'>('closed')
  const form = useRef<HTMLFormElement>(null)
  const picture = useOpened(state === 'opening')

  useEffect(() => {
    if (state !== 'wrong') return
    const timer = setTimeout(() => setState('closed'), movesMs)
    return () => clearTimeout(timer)
  }, [state])

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (state === 'asking' || state === 'opening') return
    if (!password) return setRefusal(t('checks:lockPasswordEmpty'))
    setState('asking')
    setRefusal(undefined)
    try {
      await call(unlockSession, { password })
      setState('opening')
      keepLocked(false)
    } catch (error) {
      setState('wrong')
      setRefusal(errorOf(error).message)
      form.current?.querySelector('input')?.select()
    }
  }

  // Without a session there is nothing to unlock.
  if (name === '') return <Navigate to="/login-new" replace />
  return (
    <main className={`lock lock-${state}`}>
      <form ref={form} className="lock-card" onSubmit={submit} noValidate aria-label={t('title')}>
        <span className="lock-avatar" aria-hidden="true">
          {picture ? <img src={picture} alt="" /> : name.slice(0, 1).toUpperCase()}
        </span>
        <h1>{name}</h1>
        <PlainField
          label={t('password')}
          error={refusal}
          type="password"
          name="password"
          placeholder={t('unlockPlaceholder')}
          autoComplete="off"
          autoFocus
          maxLength={64}
          value={password}
          onChange={({ target }) => {
            setPassword(target.value)
            setRefusal(undefined)
          }}
        />
        <button type="submit" className="lock-open" disabled={state === 'asking'}>
          {t('unlock')}
        </button>
        <LeaveButton />
      </form>
    </main>
  )
}

/**
 * Once the session is open, here or in another tab, the way back to where the person was; `slowly` lets them see it open. Returns where the
 * person's picture is, once that is known.
 */
function useOpened(slowly: boolean) {
  const navigate = useNavigate()
  const isLocked = useSession((s) => s.locked)
  const [picture, setPicture] = useState<string>()
  useEffect(() => {
    call(getLock, {}).then(
      (lock) => {
        setPicture(lock.picture ?? undefined)
        keepLocked(lock.isLocked)
      },
      // Then the person tries the password.
      (error) => console.debug('huanwei: the lock could not be asked', error),
    )
  }, [])
  useEffect(() => {
    if (isLocked) return
    const timer = setTimeout(() => void navigate(placeBefore(), { replace: true }), slowly ? movesMs : 0)
    return () => clearTimeout(timer)
  }, [isLocked, slowly, navigate])
  return picture
}

/** The address that was asked for, else that of the tab shown last. */
function placeBefore() {
  const from = placeAfterLogin(window.location.search)
  return from === '/' ? (readEntry('tag', z.object({ value: z.string() }))?.value ?? from) : from
}
