import { CheckCircleFilled, ClockCircleOutlined, RightCircleFilled } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type Props = {
  name: 'department' | 'vehicle' | 'terminal' | 'area' | 'rule'
  isDone: boolean
  isNext: boolean
  children: ReactNode
}

/** One step of the set-up: what it is for, how far it is, and its choice. */
export function SetupStep({ name, isDone, isNext, children }: Props) {
  const { t } = useTranslation('setup')
  const state = isDone ? 'ready' : isNext ? 'next' : 'later'
  const Icon = isDone ? CheckCircleFilled : isNext ? RightCircleFilled : ClockCircleOutlined
  return (
    <li data-state={state} aria-current={isNext ? 'step' : undefined}>
      <h2>
        <Icon aria-hidden /> {t(`step.${name}`)} <span className="list-sub">{t(`state.${state}`)}</span>
      </h2>
      <p className="list-sub">{t(`why.${name}`)}</p>
      <div className="setup-choice">{children}</div>
    </li>
  )
}
