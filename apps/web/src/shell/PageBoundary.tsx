import { Component, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type State = { error: Error | null }

/** Keeps the failure of one page to that page. */
export class PageBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override render() {
    const { error } = this.state
    return error ? <Failed error={error} onRetry={() => this.setState({ error: null })} /> : this.props.children
  }
}

/** A chunk that is gone means that the product was updated under an open window; only a reload helps. */
const isOutdated = (error: Error) => /dynamically imported module|module script|preload CSS/i.test(error.message)

/** Looks like `Crash`: the pictures that antd has for this would come with the frame. */
function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation(['shell', 'common'])
  const outdated = isOutdated(error)
  return (
    <div className="crash" role="alert">
      <h2>{outdated ? t('page.outdated') : t('page.failed')}</h2>
      {!outdated && <p>{t('page.failedHint')}</p>}
      {!outdated && <code>{error.message}</code>}
      <button type="button" onClick={outdated ? () => window.location.reload() : onRetry}>
        {outdated ? t('page.reload') : t('common:action.retry')}
      </button>
    </div>
  )
}
