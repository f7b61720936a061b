import { Component, type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NotLoaded } from '../lib/eager.tsx'
import { errorOf, isOffline } from '../lib/errors.ts'
import { productState } from './product-state.ts'

type State = { error: Error | null }

/** Keeps the failure of one page to that page. */
export class PageBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: unknown): State {
    return { error: errorOf(error) }
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    return isMissing(error) ? <Missing onRetry={this.retry} /> : <Failed error={error} onRetry={this.retry} />
  }

  retry = () => {
    const { error } = this.state
    if (error instanceof NotLoaded) error.forget()
    this.setState({ error: null })
  }
}

const isMissing = (error: Error) =>
  error instanceof NotLoaded || /dynamically imported module|module script|preload CSS/i.test(error.message)

/** Interval of the looks whether the server can be reached again, ms. */
const lookEveryMs = 5000

/**
 * Code that did not arrive: the network is gone, and the page comes by itself once it is back; or the product was
 * updated under an open window; or the browser remembers the failure, and only a reload helps.
 */
function Missing({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('shell')
  const [state, setState] = useState<Awaited<ReturnType<typeof productState>> | 'unknown'>('unknown')
  useEffect(() => {
    let isOver = false
    let wasAway = false
    async function look() {
      // The server may answer a moment before the browser knows of its network, and code is not fetched until it does.
      const now = isOffline() ? 'unreachable' : await productState()
      if (isOver) return
      if (now === 'same' && wasAway) onRetry()
      else setState(now)
      wasAway = now === 'unreachable'
    }
    void look()
    const timer = setInterval(() => wasAway && void look(), lookEveryMs)
    window.addEventListener('online', look)
    return () => {
      isOver = true
      clearInterval(timer)
      window.removeEventListener('online', look)
    }
  }, [onRetry])
  if (state === 'unknown') return null
  return (
    <div className="crash" role="alert">
      <h2>{t(`page.${state}`)}</h2>
      {state === 'unreachable' && <p>{t('page.unreachableHint')}</p>}
      {state !== 'unreachable' && (
        <button type="button" onClick={() => window.location.reload()}>
          {t('page.reload')}
        </button>
      )}
    </div>
  )
}

/** Looks like `Crash`: the pictures that antd has for this would come with the frame. */
function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation(['shell', 'common'])
  return (
    <div className="crash" role="alert">
      <h2>{t('page.failed')}</h2>
      <p>{t('page.failedHint')}</p>
      <code>{error.message}</code>
      <button type="button" onClick={onRetry}>
        {t('common:action.retry')}
      </button>
    </div>
  )
}
