import type { Outcome } from '@huanwei/contract/terminals/endpoints'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** How the terminal took the last command; `children` before there was one. */
export function CommandOutcome({ outcome, children }: { outcome: Outcome | undefined; children?: ReactNode }) {
  const { t } = useTranslation('terminals')
  return (
    <output className="terminal-outcome" data-outcome={outcome?.outcome}>
      {outcome ? t(`outcome.${outcome.outcome}`, { result: outcome.result }) : children}
    </output>
  )
}
