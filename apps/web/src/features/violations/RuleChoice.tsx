import { ObjectType } from '@huanwei/contract/objects'
import { listFacilityRules, listPersonRules, listVehicleRules, type MonitoringRule } from '@huanwei/contract/rules/endpoints'
import { useQuery } from '@tanstack/react-query'
import { TreeSelect } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { groupBy } from '../../lib/collections.ts'
import type { Choice } from '../../ui/select/choice.ts'

const lists = {
  [ObjectType.person]: listPersonRules,
  [ObjectType.vehicle]: listVehicleRules,
  [ObjectType.facility]: listFacilityRules,
}

type Node = { value: number | string; title: string; children?: Node[] }

/** Several rules of one kind of object, under their conditions: a condition stands for all of its rules. */
export function RuleChoice({ objectType, label, id, value, onChange }: Choice<number[]> & { objectType: ObjectType }) {
  const { t } = useTranslation('rules')
  const { t: common } = useTranslation('list')
  const [wasOpen, setWasOpen] = useState(false)
  const rules = useQuery({ ...query(lists[objectType], {}), enabled: wasOpen || value !== undefined, staleTime: 60_000 })
  const nodes = useMemo(() => {
    const kinds = groupBy(rules.data ?? [], ({ condition }) => condition.kind)
    return [...kinds].map(([kind, some]): Node => ({ value: kind, title: t(`kinds.${kind}`), children: some.map(nodeOf) }))
  }, [rules.data, t])
  return (
    <TreeSelect<(number | string)[], Node>
      {...(id && { id })}
      aria-label={label}
      placeholder={label}
      allowClear
      treeCheckable
      showCheckedStrategy={TreeSelect.SHOW_CHILD}
      maxTagCount="responsive"
      showSearch={{ treeNodeFilterProp: 'title' }}
      popupMatchSelectWidth={320}
      treeData={nodes}
      loading={rules.isFetching && !rules.data}
      notFoundContent={rules.error?.message ?? common(rules.data ? 'noneFound' : 'loading')}
      value={rules.data && value ? value : []}
      onChange={(chosen) => {
        const ids = chosen.filter((one) => typeof one === 'number')
        onChange?.(ids.length > 0 ? ids : undefined)
      }}
      onOpenChange={(open) => open && setWasOpen(true)}
    />
  )
}

const nodeOf = ({ id, name }: MonitoringRule): Node => ({ value: id, title: name })
