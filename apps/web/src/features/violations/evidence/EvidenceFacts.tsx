import type { ViolationDetail, ViolationEvidence } from '@huanwei/contract/violations/endpoints'
import { useTranslation } from 'react-i18next'
import { DrawerFacts, type Fact } from '../../../ui/drawer/DrawerFrame.tsx'
import { Phone } from '../../../ui/drawer/Phone.tsx'
import { useRuleWords } from '../../rules/use-rule-words.ts'

type Props = { violation: Pick<ViolationDetail, 'objectType'>; evidence: ViolationEvidence }

/** Whom to call, and the rule in words as it was then. */
export function EvidenceFacts({ violation, evidence }: Props) {
  const { t } = useTranslation('violations')
  const { contact, rule, areas } = evidence
  const words = useRuleWords(areas)
  const facts: Fact[] = []
  if (contact)
    facts.push({
      key: 'contact',
      label: t(`contact.${violation.objectType}`),
      value: (
        <>
          {contact.name} <Phone number={contact.phone} />
        </>
      ),
      wide: true,
    })
  if (rule)
    facts.push({
      key: 'rule',
      label: t('ruleThen'),
      value: (
        <>
          {words.condition(rule.condition)} · {words.hours(rule)}
          {rule.isChanged && <span className="list-sub"> {t('ruleChanged')}</span>}
        </>
      ),
      wide: true,
    })
  return facts.length > 0 && <DrawerFacts facts={facts} />
}
