import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMay } from '../../lib/session.ts'
import { useMenuPages } from '../../shell/menu/menu-pages.ts'

const inspectionPage = '/event/inspection/index'

/** The form that makes an inspection of a public event, for who may report one. */
export function ComplaintWays({ id }: { id: number }) {
  const { t } = useTranslation('complaints')
  const held = useMenuPages(null)
  const mayInspect = useMay('inspection_report') && held?.has(inspectionPage)
  if (!mayInspect) return null
  return (
    <nav className="complaint-ways" aria-label={t('ways.title')}>
      <Link to={`${inspectionPage}?form=new&complaintId=${id}`}>{t('ways.inspection')}</Link>
    </nav>
  )
}
