import './cards.css'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

type Props = {
  title: string
  aside?: ReactNode
  /** Link of the card, and its text. */
  to?: string | undefined
  link?: string
  /** Content of the card, once loaded. */
  of: Pick<UseQueryResult, 'isError' | 'data' | 'refetch'>
  children: ReactNode
}

/** One block of the home page: its figures, or that they are coming, or that they failed and the retry. */
export function HomeCard({ title, aside, to, link, of, children }: Props) {
  const { t } = useTranslation(['home', 'common'])
  const isWaiting = of.data === undefined && !of.isError
  return (
    <section className="card" aria-label={title} aria-busy={isWaiting}>
      <header className="card-head">
        <h2>{title}</h2>
        {aside && <span>{aside}</span>}
      </header>
      <div className="card-body">
        {isWaiting && <div className="bone bone-block" />}
        {of.isError && (
          <p className="card-failed" role="alert">
            {t('failed')}
            <button type="button" onClick={() => void of.refetch()}>
              {t('common:action.retry')}
            </button>
          </p>
        )}
        {of.data !== undefined && !of.isError && children}
      </div>
      {to && (
        <Link className="card-link" to={to}>
          {link}
          <span aria-hidden="true">→</span>
        </Link>
      )}
    </section>
  )
}
