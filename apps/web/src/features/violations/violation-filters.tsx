import type { ObjectType } from '@huanwei/contract/objects'
import { Severity } from '@huanwei/contract/rules/codes'
import { AlarmType } from '@huanwei/contract/violations/codes'
import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { PageProps } from '../../lib/page.tsx'
import { useMay } from '../../lib/session.ts'
import { useListFilter } from '../../ui/list/use-list-filter.tsx'
import type { Choice } from '../../ui/select/choice.ts'
import { useWorkFilter } from '../cleaning/causes/work-filter.ts'
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'
import { forEachKind } from '../objects/for-each-kind.tsx'
import { objectTreeSelects } from '../objects/ObjectTreeSelect.tsx'
import { useWhoseFilter } from '../queues/use-whose-filter.ts'
import { UserSelect } from '../users/UserSelect.tsx'
import { RuleChoice } from './RuleChoice.tsx'
import { violationLooks } from './ViolationState.tsx'
import type { useViolationList } from './violation-list.ts'
import type { ViolationsSearch } from './violation-search.ts'
import { forObject } from './violation-words.ts'

type Filter = Pick<
  ViolationsSearch,
  'objectId' | 'deptId' | 'from' | 'to' | 'ruleIds' | 'severity' | 'work' | 'verdicts' | 'handlerId' | 'whose' | 'violationEvent'
>
const noFilter: Filter = {
  objectId: undefined,
  deptId: undefined,
  from: undefined,
  to: undefined,
  ruleIds: undefined,
  severity: undefined,
  work: undefined,
  verdicts: undefined,
  handlerId: undefined,
  whose: undefined,
  violationEvent: undefined,
}

type Asked = PageProps<ViolationsSearch> & { list: ReturnType<typeof useViolationList>['list'] }

/** The filters of the violation list; verdict and handler only where there are any. */
export function useViolationFilters({ search, onSearch, list }: Asked, objectType: ObjectType) {
  const { t } = useTranslation(['violations', 'rules', 'list'])
  const mayHandle = useMay('violation_handle')
  const whose = useWhoseFilter()
  const { fields, ...rest } = useListFilter({ search, onSearch, noFilter, list })
  const severities = Object.values(Severity).map((value) => ({ value, label: t(`rules:severities.${value}`) }))
  const filters = [
    ...(search.kinds
      ? []
      : [
          fields.pick('objectId', t('column.object'), objectTreeSelects[objectType]),
          fields.pick('ruleIds', t(forObject(objectType, 'column.event')), ruleChoices[objectType]),
        ]),
    ...(search.violationEvent ? [fields.text('violationEvent', t('eventName'), 100)] : []),
    fields.days(),
    fields.pick('deptId', t('department'), DepartmentSelect),
    fields.choice('severity', t('rules:severity'), severities),
    fields.choice('work', ...useWorkFilter()),
    ...(mayHandle ? [fields.choice('whose', ...whose)] : []),
    ...(search.status === 'processed'
      ? [fields.pick('verdicts', t('verdict'), VerdictChoice), fields.pick('handlerId', t('handler'), UserSelect)]
      : []),
  ]
  return { ...rest, filters }
}

const ruleChoices = forEachKind<Choice<number[]>>(RuleChoice)

const verdicts = [AlarmType.real, AlarmType.falseSystem, AlarmType.falseDispatch, AlarmType.revoked] as const

function VerdictChoice({ label, value, onChange }: Choice<AlarmType[]>) {
  const { t } = useTranslation('violations')
  return (
    <Select<AlarmType[]>
      mode="multiple"
      aria-label={label}
      placeholder={label}
      allowClear
      maxTagCount="responsive"
      options={verdicts.map((one) => ({ value: one, label: t(violationLooks[one].word) }))}
      value={value ?? []}
      onChange={(chosen) => onChange?.(chosen.length > 0 ? chosen : undefined)}
    />
  )
}
