import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

type Props = {
  title: string
  aside?: string | undefined
  /** Where the card leads, and the words for it. */
  to: string
  link: string
  isPending: boolean
  isError: boolean
  onRetry: () => void
  children: ReactNode
}

/** One block of the home page: its figures, or that they are coming, or that they failed and the retry. */
export function HomeCard({ title, aside, to, link, isPending, isError, onRetry, children }: Props) {
  const { t } = useTranslation(['shell', 'common'])
  return (
    <section className="card" aria-label={title} aria-busy={isPending}>
      <header className="card-head">
        <h2>{title}</h2>
        {aside && <span>{aside}</span>}
      </header>
      <div className="card-body">
        {isPending && <div className="bone bone-block" />}
        {isError && (
          <p className="card-failed" role="alert">
            {t('home.failed')}
            <button type="button" onClick={onRetry}>
              {t('common:action.retry')}
            </button>
          </p>
        )}
        {!isPending && !isError && children}
      </div>
      <Link className="card-link" to={to}>
        {link}
        <span aria-hidden="true">→</span>
      </Link>
    </section>
  )
}
