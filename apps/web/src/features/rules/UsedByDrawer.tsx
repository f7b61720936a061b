import type { Input } from '@huanwei/contract/endpoint'
import type { MonitoringRule } from '@huanwei/contract/rules/endpoints'
import type { tryVehicleRule } from '@huanwei/contract/tryouts/endpoints'
import { Radio } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/session.ts'
import { ConfirmDrawer } from './ConfirmDrawer.tsx'
import { ruleCalls } from './rule-calls.ts'
import { RuleTryout } from './tryout/RuleTryout.tsx'

type Instead = Input<typeof tryVehicleRule>['instead']
type Props = {
  /** Id of the changed one. */
  name: string
  /** The rules in force that decide by it, and how many more the person does not see. */
  rules: MonitoringRule[]
  others: number
  /** Resulting path. */
  instead: Instead
  onAnswer: (isWanted: boolean) => void
}

/** Rules in force that a change affects, each tried on the last days with it: a person looks, and decides. */
export function UsedByDrawer({ name, rules, others, instead, onAnswer }: Props) {
  const { t } = useTranslation(['tryout', 'rules'])
  const [only, second] = rules
  const [chosenId, choose] = useState(second ? undefined : only?.id)
  const chosen = rules.find(({ id }) => id === chosenId)
  const listId = useId()
  return (
    <ConfirmDrawer
      title={t('before.change', { name })}
      confirmLabel={t('confirm.change')}
      onConfirm={async () => onAnswer(true)}
      onClose={() => onAnswer(false)}
    >
      <p className="drawer-note">{t('note.used', { count: rules.length + others })}</p>
      <p id={listId} className="used-by-title">
        {t('used')}
      </p>
      <Radio.Group
        className="used-by"
        aria-labelledby={listId}
        value={chosenId}
        options={rules.map((rule) => ({
          value: rule.id,
          label: `${t(`rules:field.objectIds.${rule.objectType}`)} · ${rule.name}`,
        }))}
        onChange={({ target }) => choose(target.value)}
      />
      {others > 0 && <p className="tryout-hint">{t('usedByOthers', { count: others })}</p>}
      {chosen && <TriedRule key={chosen.id} rule={chosen} instead={instead} startsAtOnce={!second} />}
    </ConfirmDrawer>
  )
}

function TriedRule({ rule, instead, startsAtOnce }: { rule: MonitoringRule; instead: Instead; startsAtOnce: boolean }) {
  const { tryOut, noun } = ruleCalls[rule.objectType]
  const mayTry = useMay(`${noun}_add`)
  return mayTry && <RuleTryout endpoint={tryOut} rule={{ ...rule, instead }} startsAtOnce={startsAtOnce} />
}
