import type { ObjectType } from '@huanwei/contract/objects'
import type { MonitoringRule } from '@huanwei/contract/rules/endpoints'
import { Switch } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/send.ts'
import { useMay } from '../../lib/session.ts'
import { indexColumn, openColumn, whole } from '../../ui/list/list-cells.tsx'
import type { ListColumn } from '../../ui/list/list-columns.ts'
import { ruleCalls } from './rule-calls.ts'
import { SeverityTag } from './SeverityTag.tsx'
import { useRuleWords } from './use-rule-words.ts'

/** Shows what a rule would have made, before it is in force. */
type OnTry = (search: { tried: number }) => void

export function useRuleColumns(objectType: ObjectType, onTry: OnTry): ListColumn<MonitoringRule>[] {
  const { t } = useTranslation(['rules', 'list'])
  const mayEdit = useMay(`${ruleCalls[objectType].noun}_edit`)
  const words = useRuleWords()
  return useMemo(
    () => [
      indexColumn(t('list:index')),
      { key: 'name', title: t('name'), width: 166, always: true, card: 'head', cell: ({ name }) => whole(name) },
      { key: 'condition', title: t('condition'), width: 200, cell: ({ condition }) => whole(words.condition(condition)) },
      { key: 'watched', title: t('watched'), width: 112, cell: (rule) => whole(words.watched(rule)) },
      { key: 'hours', title: t('hours'), width: 122, cell: (rule) => whole(words.hours(rule)) },
      { key: 'severity', title: t('severity'), width: 106, cell: ({ severity }) => <SeverityTag severity={severity} /> },
      { key: 'enabled', title: t('enabled'), width: 78, cell: (rule) => <RuleSwitch rule={rule} onTry={onTry} /> },
      { key: 'time', title: t('changeTime'), width: 150, cell: ({ changeTime }) => changeTime },
      openColumn(t('list:action'), () => t(mayEdit ? 'edit' : 'list:details'), 70),
    ],
    [t, words, mayEdit, onTry],
  )
}

/** Switches a rule off in its place; one that is switched on is tried out first, by whoever may. */
function RuleSwitch({ rule, onTry }: { rule: MonitoringRule; onTry: OnTry }) {
  const { t } = useTranslation('rules')
  const { change, list, noun } = ruleCalls[rule.objectType]
  const [mayEdit, mayTry] = [useMay(`${noun}_edit`), useMay(`${noun}_add`)]
  const act = useAct(change, [list])
  const [isBusy, setBusy] = useState(false)
  return (
    <Switch
      size="small"
      aria-label={t('switch', { name: rule.name })}
      disabled={!mayEdit}
      loading={isBusy}
      checked={rule.enabled}
      onChange={async (enabled) => {
        if (enabled && mayTry) return onTry({ tried: rule.id })
        setBusy(true)
        await act({ ...rule, enabled })
        setBusy(false)
      }}
    />
  )
}
