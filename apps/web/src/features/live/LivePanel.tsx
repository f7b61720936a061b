import { getVehicleTypeCount } from '@huanwei/contract/trees/endpoints'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { StatusSign } from '../../ui/StatusTag.tsx'
import type { TreeItem } from '../../ui/tree/model.ts'
import { TreePanel } from '../../ui/tree/TreePanel.tsx'
import { TypeChips } from '../../ui/tree/TypeChips.tsx'
import type { LiveSearch } from './live-search.ts'
import { type Leaves, leafSource, useStatus, useStatusCounts } from './live-vehicles.ts'
import { StatusBar } from './StatusBar.tsx'

/** Type chips shown at first. Source: spec 1, section 2.8. */
const firstTypes = 4

type Props = {
  nodes: readonly TreeItem[]
  leaves: Leaves
  keep: ((node: TreeItem) => boolean) | undefined
  search: LiveSearch
  onSearch: (change: Partial<LiveSearch>) => void
}

/** Left of the map: search, types, figures, tree. */
export function LivePanel({ nodes, leaves, keep, search, onSearch }: Props) {
  const { t } = useTranslation('live')
  const { selected, status, type } = search
  const types = useQuery({ ...query(getVehicleTypeCount, {}), staleTime: 60_000 })
  const sign = useCallback((node: TreeItem) => <LeafSign node={node} />, [])
  return (
    <TreePanel
      name="live"
      label={t('tree.vehicles')}
      placeholder={t('tree.search')}
      items={nodes}
      source={leafSource}
      keep={keep}
      leafSign={sign}
      selected={selected === undefined ? undefined : `v${selected}`}
      onSelect={({ id }) => onSearch({ selected: id })}
      onClear={() => onSearch({ status: undefined, type: undefined })}
    >
      <TypeChips
        label={t('tree.types')}
        first={firstTypes}
        options={types.data?.map(({ value, label, countType }) => ({ value, label, count: countType })) ?? []}
        value={type}
        onChange={(value) => onSearch({ type: value })}
      />
      <Statistics leaves={leaves} choice={status} onChoice={(choice) => onSearch({ status: choice })} />
    </TreePanel>
  )
}

/** Apart from the rest, so that figures that change draw themselves alone. */
const Statistics = ({ leaves, ...choices }: { leaves: Leaves } & Omit<ComponentProps<typeof StatusBar>, 'counts'>) => (
  <StatusBar counts={useStatusCounts(leaves)} {...choices} />
)

const LeafSign = ({ node }: { node: TreeItem }) => <StatusSign status={useStatus(node)} />
