import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { signOut } from '../session/sign-in.ts'

/** Logs out, after asking. Without antd: the lock screen is there at once. */
export function LeaveButton() {
  const { t } = useTranslation(['lock', 'common'])
  const question = useRef<HTMLDialogElement>(null)
  // The session here has ended even when the server could not be told.
  const leave = () => signOut().catch((error) => console.warn('huanwei: the server was not told of the logout', error))
  return (
    <>
      <button type="button" className="lock-leave" onClick={() => question.current?.showModal()}>
        <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
          <path d="M14 4H6v16h8M10 12h10m-4-4 4 4-4 4" />
        </svg>
        {t('leave')}
      </button>
      <dialog ref={question} className="lock-question" aria-label={t('common:prompt.title')}>
        <h2>{t('common:prompt.title')}</h2>
        <p>{t('leaveQuestion')}</p>
        <div>
          <button type="button" onClick={() => question.current?.close()}>
            {t('common:action.cancel')}
          </button>
          <button type="button" className="lock-agree" onClick={leave}>
            {t('common:action.confirm')}
          </button>
        </div>
      </dialog>
    </>
  )
}
