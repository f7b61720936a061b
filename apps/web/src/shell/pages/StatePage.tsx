import './state.css'
import { type ReactNode, use } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { PagePlaceContext } from '../../lib/page.tsx'

/** A page that says how things stand, and the ways on. Plain, since it is also shown without the frame. */
export function StateView({ title, hint, children }: { title: string; hint: string; children?: ReactNode }) {
  const { t } = useTranslation('pages')
  const navigate = useNavigate()
  const Part = use(PagePlaceContext).isAlone ? 'main' : 'section'
  return (
    <Part className="state">
      <svg viewBox="0 0 240 120" width="240" height="120" aria-hidden="true">
        <path className="state-street" d="M0 92h240" />
        <path className="state-trail" d="M20 92c30 0 30-52 66-52s30 52 66 52" />
        <circle cx="86" cy="40" r="9" />
        <path className="state-mark" d="M196 40c0 16-14 30-14 30s-14-14-14-30a14 14 0 0 1 28 0Z" />
      </svg>
      <h1>{title}</h1>
      <p>{hint}</p>
      {children}
      <div className="state-ways">
        <button type="button" onClick={() => navigate(-1)}>
          {t('back')}
        </button>
        <button type="button" className="state-main" onClick={() => navigate('/')}>
          {t('home')}
        </button>
      </div>
    </Part>
  )
}

export type StateName = '401' | '403' | '404' | '500' | 'noAuthority' | 'noData'

/** In the words `state.<name>`. */
export function StatePage({ name }: { name: StateName }) {
  const { t } = useTranslation('pages')
  return <StateView title={t(`state.${name}.title`)} hint={t(`state.${name}.hint`)} />
}

/** A page that a later version brings, by its name: a message key, or the words that stand where there is none. */
export function LaterPage({ label, words }: { label: string; words?: string | undefined }) {
  const { t } = useTranslation('pages')
  const name = t(label, { defaultValue: words ?? label })
  return <StateView title={name} hint={t('comesLater', { name })} />
}
