import { useTranslation } from 'react-i18next'
import { useSession } from '../../../lib/session.ts'
import { useBriefing } from '../briefing.ts'
import { listPages, useListLinks } from '../links.ts'
import { Figure } from './Figure.tsx'
import { HomeCard } from './HomeCard.tsx'

/** Open inspections of the person: those they reported, and those they answer for. */
export function CasesCard() {
  const { t } = useTranslation('home')
  const cases = useBriefing('cases')
  const link = useListLinks()
  const userId = useSession((s) => s.session?.user.userId)
  const { data } = cases
  const reported = (tab: string) => link(listPages.inspections, { tab, reportPersonId: userId })
  const answering = (tab: string) => link(listPages.inspections, { tab, responsibleId: userId })
  return (
    <HomeCard title={t('card.cases')} of={cases}>
      {data && (
        <ul className="figures figures-two">
          <Figure label={t('case.mine')} value={data.mine} to={answering('waiting')} isDue />
          <Figure label={t('case.returned')} value={data.returned} to={answering('returned')} isDue />
          <Figure label={t('case.waiting')} value={data.waiting} to={reported('waiting')} />
          <Figure label={t('case.fedBack')} value={data.fedBack} to={reported('fedBack')} />
        </ul>
      )}
    </HomeCard>
  )
}
