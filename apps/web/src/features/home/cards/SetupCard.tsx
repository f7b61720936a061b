import { CheckCircleFilled, RightCircleOutlined } from '@ant-design/icons'
import type { SetupStep } from '@huanwei/contract/home/codes'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMay } from '../../../lib/session.ts'
import { useListLinks } from '../links.ts'
import { useOverview } from '../overview.ts'
import { HomeCard } from './HomeCard.tsx'

const places: Record<SetupStep, string> = {
  departments: '/system/dept/index',
  vehicles: '/asset/vehicle/index',
  terminals: '/asset/terminal/index',
  areas: '/asset/area/index',
  rules: '/rule/vehicle/index',
}

/** The steps of a new organisation; each ticks itself. Below them the way that leads through all of them with one vehicle. */
export function SetupCard() {
  const { t } = useTranslation(['home', 'shell'])
  const overview = useOverview()
  const link = useListLinks()
  const mayAdd = useMay('admin_vehicle_add')
  const steps = overview.data?.setup ?? []
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <HomeCard
      title={t('card.setup')}
      aside={t('setupDone', { done, total: steps.length })}
      of={overview}
      to={mayAdd && link(places.vehicles) ? '/asset/vehicle/setup' : undefined}
      link={t('shell:item.setup')}
    >
      <ol className="steps">
        {steps.map(({ step, isDone }) => {
          const to = link(places[step])
          const content = (
            <>
              {isDone ? <CheckCircleFilled aria-hidden="true" /> : <RightCircleOutlined aria-hidden="true" />}
              <strong>{t(`step.${step}`)}</strong>
              <span>{isDone ? t('stepDone') : t(`stepHint.${step}`)}</span>
            </>
          )
          return (
            <li key={step} className={isDone ? 'is-done' : undefined}>
              {to ? <Link to={to}>{content}</Link> : <div>{content}</div>}
            </li>
          )
        })}
      </ol>
    </HomeCard>
  )
}
