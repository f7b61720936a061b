import { type DepartmentNode, getDepartmentTree } from '@huanwei/contract/departments/endpoints'
import { useQuery } from '@tanstack/react-query'
import { TreeSelect } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import type { Choice } from '../../ui/select/choice.ts'

/** The caller's tree as a field offers it, found by name. It is asked for when it is opened or a choice needs its name. */
function useTreeField(label: string, isChosen: boolean) {
  const { t } = useTranslation('list')
  const [wasOpen, setWasOpen] = useState(false)
  const [text, setText] = useState('')
  /** Ids; at first the roots. */
  const [unfolded, setUnfolded] = useState<(string | number)[]>()
  const tree = useQuery({ ...query(getDepartmentTree, {}), enabled: wasOpen || isChosen, staleTime: 60_000 })
  const field = {
    'aria-label': label,
    placeholder: label,
    allowClear: true,
    showSearch: { treeNodeFilterProp: 'name', searchValue: text, onSearch: setText },
    // While something is searched for, what is found unfolds by itself.
    treeExpandedKeys: text ? undefined : (unfolded ?? tree.data?.map(({ id }) => id) ?? []),
    onTreeExpand: setUnfolded,
    fieldNames: { label: 'name', value: 'id', children: 'children' },
    treeData: tree.data ?? [],
    loading: tree.isFetching && !tree.data,
    notFoundContent: tree.error?.message ?? t(tree.data ? 'noneFound' : 'loading'),
    onOpenChange: (open: boolean) => open && setWasOpen(true),
  }
  return { field, isThere: !!tree.data }
}

/** One department. */
export function DepartmentSelect({ label, id, value, onChange }: Choice<number>) {
  const { field, isThere } = useTreeField(label, value !== undefined)
  return (
    <TreeSelect<number | undefined, DepartmentNode>
      {...(id && { id })}
      {...field}
      value={isThere ? value : undefined}
      onChange={(chosen) => onChange?.(chosen ?? undefined)}
    />
  )
}

/** As many departments as are wanted; each stands for all below it. */
export function DepartmentsSelect({ label, id, value = [], onChange }: Choice<number[]>) {
  const { field, isThere } = useTreeField(label, value.length > 0)
  return (
    <TreeSelect<number[], DepartmentNode>
      {...(id && { id })}
      {...field}
      multiple
      value={isThere ? value : []}
      onChange={(chosen) => onChange?.(chosen)}
    />
  )
}
