import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import type { PageProps } from '../../lib/page.tsx'
import { placeAfterLogin } from '../session/guard.ts'

export const BlankSearch = z.object({ path: z.string().optional() })

/** Source: spec 1, section 9. */
const refreshMs = 100

/** Nothing for a moment, while the page at `path` loses its state; then that page anew. Source: spec 1, section 2.5. */
export function BlankPage({ search: { path = '/' } }: PageProps<z.infer<typeof BlankSearch>>) {
  const { t } = useTranslation('common')
  const navigate = useNavigate()
  useEffect(() => {
    const place = placeAfterLogin(`?${new URLSearchParams({ from: path })}`)
    const timer = setTimeout(() => navigate(place, { replace: true }), refreshMs)
    return () => clearTimeout(timer)
  }, [path, navigate])
  return <p className="visually-hidden">{t('loading')}</p>
}
