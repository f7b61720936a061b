import { getVehicleTreeList, type TreeNode } from '@huanwei/contract/trees/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'

type Option = { value: number; label: string; search: string }
type Props = { label: string; value: number | undefined; onChange: (vehicleId: number | undefined) => void }

/** Leaves of the tree with all they are found by: plate, name, pinyin initials. */
const vehicleOptions = (nodes: TreeNode[]): Option[] =>
  nodes
    .filter(({ isParent }) => !isParent)
    .map(({ id, label, name, plateNumber = '', initials }) => ({
      value: id,
      label: plateNumber || label,
      search: [plateNumber, label, name, initials].join(' ').toLowerCase(),
    }))

/** A vehicle out of the caller's tree. The tree is asked for when it is opened or a choice needs its plate. */
export function VehicleSelect({ label, value, onChange }: Props) {
  const { t } = useTranslation('list')
  const [wasOpen, setWasOpen] = useState(false)
  const tree = useQuery({
    ...query(getVehicleTreeList, {}),
    enabled: wasOpen || value !== undefined,
    staleTime: 60_000,
    select: vehicleOptions,
  })
  return (
    <Select<number, Option>
      aria-label={label}
      placeholder={label}
      allowClear
      showSearch={{ filterOption: (text, option) => option?.search.includes(text.trim().toLowerCase()) ?? false }}
      options={tree.data ?? []}
      loading={tree.isFetching && !tree.data}
      notFoundContent={tree.error?.message ?? t(tree.data ? 'noneFound' : 'loading')}
      value={tree.data ? value : undefined}
      onChange={(id: number | undefined) => onChange(id)}
      onOpenChange={(open) => open && setWasOpen(true)}
    />
  )
}
