import type { ObjectType } from '@huanwei/contract/objects'
import type { ViolationEvidence } from '@huanwei/contract/violations/endpoints'
import { useTranslation } from 'react-i18next'
import type { Fact } from '../../../ui/drawer/DrawerFrame.tsx'
import { NamedPhone } from '../../../ui/drawer/Phone.tsx'
import { useRuleWords } from '../../rules/use-rule-words.ts'

/** Whom to call, and the rule in words as it was then; nothing until the evidence is there. */
export function useEvidenceFacts(objectType: ObjectType, evidence: ViolationEvidence | undefined): Fact[] {
  const { t } = useTranslation('violations')
  const { contact, rule, areas } = evidence ?? {}
  const words = useRuleWords(areas)
  const facts: Fact[] = []
  if (contact) {
    const call = <NamedPhone name={contact.name} number={contact.phone} />
    facts.push({ key: 'contact', label: t(`contact.${objectType}`), value: call, wide: true })
  }
  if (rule) {
    const said = `${words.condition(rule.condition)} · ${words.hours(rule)}`
    const then = rule.isChanged ? `${said} ${t('ruleChanged')}` : said
    facts.push({ key: 'rule', label: t('ruleThen'), value: then, wide: true })
  }
  return facts
}
