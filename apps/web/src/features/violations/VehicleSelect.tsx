import { getVehicleTreeList, type TreeNode } from '@huanwei/contract/trees/endpoints'
import { query } from '../../lib/api.ts'
import type { Choice } from '../../ui/choice.ts'
import { type NamedOption, NamedSelect } from '../../ui/NamedSelect.tsx'

/** Leaves of the tree with all they are found by: plate, name, pinyin initials. */
const toOptions = (nodes: TreeNode[]): NamedOption[] =>
  nodes
    .filter(({ isParent }) => !isParent)
    .map(({ id, label, name, plateNumber = '', initials }) => ({
      value: id,
      label: plateNumber || label,
      search: [plateNumber, label, name, initials].join(' ').toLowerCase(),
    }))

/** A vehicle out of the caller's tree. */
export const VehicleSelect = (props: Choice<number>) => (
  <NamedSelect ask={query(getVehicleTreeList, {})} toOptions={toOptions} {...props} />
)
