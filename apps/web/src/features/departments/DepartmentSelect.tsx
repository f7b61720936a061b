import { type DepartmentNode, getDepartmentTree } from '@huanwei/contract/departments/endpoints'
import { useQuery } from '@tanstack/react-query'
import { TreeSelect } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import type { Choice } from '../../ui/select/choice.ts'

/** A department out of the caller's tree, found by name. The tree is asked for when it is opened or a choice needs its name. */
export function DepartmentSelect({ label, id, value, onChange }: Choice<number>) {
  const { t } = useTranslation('list')
  const [wasOpen, setWasOpen] = useState(false)
  const [text, setText] = useState('')
  /** Ids; at first the roots. */
  const [unfolded, setUnfolded] = useState<(string | number)[]>()
  const tree = useQuery({ ...query(getDepartmentTree, {}), enabled: wasOpen || value !== undefined, staleTime: 60_000 })
  return (
    <TreeSelect<number | undefined, DepartmentNode>
      {...(id && { id })}
      aria-label={label}
      placeholder={label}
      allowClear
      showSearch={{ treeNodeFilterProp: 'name', searchValue: text, onSearch: setText }}
      // While something is searched for, what is found unfolds by itself.
      treeExpandedKeys={text ? undefined : (unfolded ?? tree.data?.map(({ id }) => id) ?? [])}
      onTreeExpand={setUnfolded}
      fieldNames={{ label: 'name', value: 'id', children: 'children' }}
      treeData={tree.data ?? []}
      loading={tree.isFetching && !tree.data}
      notFoundContent={tree.error?.message ?? t(tree.data ? 'noneFound' : 'loading')}
      value={tree.data ? value : undefined}
      onChange={(chosen) => onChange?.(chosen ?? undefined)}
      onOpenChange={(open) => open && setWasOpen(true)}
    />
  )
}
