import { ObjectType } from '@huanwei/contract/objects'
import { getCanTreeList, getFacilityTreeList, getPersonTreeList, getVehicleTreeList } from '@huanwei/contract/trees/endpoints'
import { useQuery } from '@tanstack/react-query'
import { TreeSelect } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api.ts'
import type { Choice } from '../../ui/select/choice.ts'
import { forEachKind } from './for-each-kind.tsx'
import { type ObjectNode, objectTree } from './object-tree.ts'

/** Cans are facilities with a tree of their own. */
const trees = {
  [ObjectType.person]: { first: getPersonTreeList },
  [ObjectType.vehicle]: { first: getVehicleTreeList },
  [ObjectType.facility]: { first: getFacilityTreeList, second: getCanTreeList },
} satisfies Record<ObjectType, { first: TreeCall; second?: TreeCall }>
const none: ObjectNode[] = []
type TreeCall = typeof getVehicleTreeList

/** An object of one kind below its department in the caller's scope, found by name or pinyin initials. */
function ObjectTreeSelect({ objectType, label, id, value, onChange }: Choice<number> & { objectType: ObjectType }) {
  const { t } = useTranslation('list')
  const [wasOpen, setWasOpen] = useState(false)
  const [text, setText] = useState('')
  /** Keys; at first the roots. */
  const [unfolded, setUnfolded] = useState<(string | number)[]>()
  const { first, second }: { first: TreeCall; second?: TreeCall } = trees[objectType]
  const found = useQuery({
    // Asked for again with the trees of the live screen, when an object or a department changes.
    queryKey: [first.path, 'options'],
    queryFn: async ({ signal }) => {
      const flat = await Promise.all([call(first, {}, signal), ...(second ? [call(second, {}, signal)] : [])])
      return objectTree(flat.flat())
    },
    enabled: wasOpen || value !== undefined,
    staleTime: 60_000,
  })
  const nodes = found.data ?? none
  const roots = useMemo(() => nodes.map((node) => node.value), [nodes])
  return (
    <TreeSelect<number | string | undefined, ObjectNode>
      {...(id && { id })}
      aria-label={label}
      placeholder={label}
      allowClear
      showSearch={{
        searchValue: text,
        onSearch: setText,
        filterTreeNode: (typed, { search }) => String(search).includes(typed.trim().toLowerCase()),
      }}
      // While something is searched for, what is found unfolds by itself.
      treeExpandedKeys={text ? undefined : (unfolded ?? roots)}
      onTreeExpand={setUnfolded}
      popupMatchSelectWidth={320}
      treeData={nodes}
      loading={found.isFetching && !found.data}
      notFoundContent={found.error?.message ?? t(found.data ? 'noneFound' : 'loading')}
      value={found.data ? value : undefined}
      onChange={(chosen) => onChange?.(typeof chosen === 'number' ? chosen : undefined)}
      onOpenChange={(open) => open && setWasOpen(true)}
    />
  )
}

export const objectTreeSelects = forEachKind<Choice<number>>(ObjectTreeSelect)
