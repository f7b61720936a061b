import type { Outcome } from '@huanwei/contract/terminals/endpoints'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type Props = {
  outcome: Outcome | undefined
  /** True for a photo, whose result codes mean something else. */
  isPhoto?: boolean
  /** Before there was a command. */
  children?: ReactNode
}

/** Outcome of the last command. */
export function CommandOutcome({ outcome, isPhoto = false, children }: Props) {
  const { t } = useTranslation('terminals')
  const result = outcome?.result ?? ''
  const why = t(isPhoto ? `photoResults.${result}` : `results.${result}`, { defaultValue: t('otherResult', { result }) })
  return (
    <output className="terminal-outcome" data-outcome={outcome?.outcome}>
      {outcome ? t(`outcome.${outcome.outcome}`, { why }) : children}
    </output>
  )
}
