import './not-found.css'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { z } from 'zod'

export const NotFoundSearch = z.object({})

export function NotFoundPage() {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  return (
    <section className="not-found">
      <svg viewBox="0 0 240 120" width="240" height="120" aria-hidden="true">
        <path className="not-found-street" d="M0 92h240" />
        <path className="not-found-trail" d="M20 92c30 0 30-52 66-52s30 52 66 52" />
        <circle cx="86" cy="40" r="9" />
        <path className="not-found-mark" d="M196 40c0 16-14 30-14 30s-14-14-14-30a14 14 0 0 1 28 0Z" />
      </svg>
      <h1>{t('page.notFound')}</h1>
      <p>{t('page.notFoundHint')}</p>
      <div className="not-found-ways">
        <Button onClick={() => navigate(-1)}>{t('page.back')}</Button>
        <Button type="primary" onClick={() => navigate('/wel/index')}>
          {t('page.home')}
        </Button>
      </div>
    </section>
  )
}
