import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMay } from '../../lib/session.ts'
import { useMenuPages } from '../../shell/menu/menu-pages.ts'

const cleaningPage = '/clean/report/index'
const inspectionPage = '/event/inspection/index'

/** Forms that make work of a public event, for who may report that work. */
export function ComplaintWays({ id }: { id: number }) {
  const { t } = useTranslation('complaints')
  const held = useMenuPages(null)
  const mayClean = useMay('clean_add') && held?.has(cleaningPage)
  const mayInspect = useMay('inspection_report') && held?.has(inspectionPage)
  if (!mayClean && !mayInspect) return null
  return (
    <nav className="complaint-ways" aria-label={t('ways.title')}>
      {mayClean && <Link to={`${cleaningPage}?adding=one&complaintId=${id}`}>{t('ways.cleaning')}</Link>}
      {mayInspect && <Link to={`${inspectionPage}?form=new&complaintId=${id}`}>{t('ways.inspection')}</Link>}
    </nav>
  )
}
