import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router'
import { errorOf } from '../lib/errors.ts'
import { isBoard } from './menu/menu-target.ts'
import { reloadLater } from './reload.ts'

/**
 * When even the frame cannot be drawn: its code did not arrive, or it failed. Without antd, which may be what is missing. A board tries again by
 * itself. Source: spec 3, section 14.
 */
export function Crash() {
  const { t } = useTranslation('common')
  const error = useRouteError()
  useEffect(() => (isBoard(window.location.pathname) ? reloadLater() : undefined), [])
  return (
    <main className="crash" role="alert">
      <h1>{t('crash.title')}</h1>
      <p>{t('crash.hint')}</p>
      <code>{errorOf(error).message}</code>
      <button type="button" onClick={() => window.location.reload()}>
        {t('crash.reload')}
      </button>
    </main>
  )
}
