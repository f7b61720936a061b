import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSession } from '../../lib/session.ts'
import { openEvaluation } from '../menu/open-evaluation.ts'
import { StateView } from './StatePage.tsx'

/** The way to the evaluation site of the organisation, which is told who comes. Source: spec 1, sections 2.2 and 2.5 (`/cwy`). */
export function EvaluationPage() {
  const { t } = useTranslation('pages')
  const hasToken = useSession((s) => s.session !== null)
  const title = t('title.evaluation')
  if (!hasToken)
    return (
      <StateView title={title} hint={t('evaluation.loginFirst')}>
        <Link to="/login-new?from=%2Feval-app">{t('login')}</Link>
      </StateView>
    )
  return (
    <StateView title={title} hint={t('evaluation.hint')}>
      <button type="button" className="state-link" onClick={() => void openEvaluation()}>
        {t('evaluation.open')}
      </button>
    </StateView>
  )
}
