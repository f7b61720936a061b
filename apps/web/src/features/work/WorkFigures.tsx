import { WorkState } from '@huanwei/contract/work/codes'
import { getWorkFigures } from '@huanwei/contract/work/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { WorkShare } from './WorkShare.tsx'
import { againMs } from './work-search.ts'

type Props = { day: string; deptId: number | undefined; onCrew: (deptId: number) => void }

/** What was done of a day by crew; one of them can be chosen. */
export function WorkFigures({ day, deptId, onCrew }: Props) {
  const { t } = useTranslation('work')
  const { data } = useQuery({
    ...query(getWorkFigures, { day, deptId }),
    placeholderData: keepPreviousData,
    refetchInterval: againMs,
  })
  return (
    <section className="work-figures" aria-label={t('figures')}>
      <ul>
        {data?.map((crew) => (
          <li key={crew.deptId}>
            <button type="button" className="list-link" onClick={() => onCrew(crew.deptId)}>
              {crew.deptName}
            </button>
            <span className="list-sub">
              {Object.values(WorkState)
                .filter((state) => crew[state] > 0)
                .map((state) => `${t(`states.${state}`)} ${crew[state]}`)
                .join(' · ')}
            </span>
            <WorkShare {...crew} />
          </li>
        ))}
      </ul>
    </section>
  )
}
