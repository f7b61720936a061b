import type { Outcome } from '@huanwei/contract/terminals/endpoints'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type Props = {
  outcome: Outcome | undefined
  /** The words of a terminal's result codes. */
  results?: 'results' | 'photoResults'
  /** Before there was a command. */
  children?: ReactNode
}

/** How the terminal took the last command. */
export function CommandOutcome({ outcome, results = 'results', children }: Props) {
  const { t } = useTranslation('terminals')
  const result = outcome?.result ?? ''
  const why = t(`${results}.${result}`, { defaultValue: t('otherResult', { result }) })
  return (
    <output className="terminal-outcome" data-outcome={outcome?.outcome}>
      {outcome ? t(`outcome.${outcome.outcome}`, { why }) : children}
    </output>
  )
}
