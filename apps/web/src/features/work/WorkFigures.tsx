import { WorkState } from '@huanwei/contract/work/codes'
import { getWorkFigures } from '@huanwei/contract/work/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { WorkShare } from './WorkShare.tsx'
import { againMs } from './work-search.ts'

/** What was done of a day by crew. */
export function WorkFigures({ day, deptId }: { day: string; deptId: number | undefined }) {
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
            <strong>{crew.deptName}</strong>
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
