import { Input, Tree } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CheckNode, idsOf, search, stateOf, toggle } from './check-tree.ts'

type Props = {
  label: string
  placeholder: string
  nodes: readonly CheckNode[]
  /** True when the user may check or uncheck this one; others are disabled. */
  may: (id: number) => boolean
  /** Ancestors of a checked item are checked too. */
  withAbove?: boolean
  isOff?: boolean
  /** `Form.Item` gives these. */
  id?: string
  value?: readonly number[]
  onChange?: (ids: number[]) => void
}

const noIds: readonly number[] = []

/** A tree of which parts are chosen: whole, half or not; found by name. */
export function CheckTree({
  label,
  placeholder,
  nodes,
  may,
  withAbove = false,
  isOff = false,
  id,
  value = noIds,
  onChange,
}: Props) {
  const { t } = useTranslation('list')
  const [text, setText] = useState('')
  /** Ids; at first the top. */
  const [unfolded, setUnfolded] = useState<number[]>()
  const checked = useMemo(() => new Set(value), [value])
  const shown = useMemo(() => search(nodes, text), [nodes, text])
  const states = useMemo(() => statesOf(nodes, checked), [nodes, checked])
  const data = useMemo(() => treeData(shown, (one) => isOff || !may(one)), [shown, may, isOff])
  const turn = (one: number) => {
    if (!isOff && may(one)) onChange?.([...toggle(nodes, checked, one, { may, withAbove })])
  }

  return (
    <div className="check-tree" id={id}>
      <Input
        type="search"
        allowClear
        disabled={false}
        value={text}
        placeholder={placeholder}
        aria-label={placeholder}
        onChange={({ target }) => setText(target.value)}
      />
      {data.length > 0 ? (
        <Tree
          aria-label={label}
          checkable
          checkStrictly
          selectable={false}
          virtual={false}
          disabled={false}
          treeData={data}
          checkedKeys={states}
          expandedKeys={text.trim() ? idsOf(shown) : (unfolded ?? nodes.map((node) => node.id))}
          onExpand={(keys) => setUnfolded(keys.map(Number))}
          onCheck={(_, { node }) => turn(Number(node.key))}
        />
      ) : (
        <p className="check-tree-none">{t('noneFound')}</p>
      )}
    </div>
  )
}

/** Ids of the items that are chosen whole, and of those that are chosen in part. */
function statesOf(nodes: readonly CheckNode[], chosen: ReadonlySet<number>) {
  const ids: Record<'checked' | 'halfChecked', number[]> = { checked: [], halfChecked: [] }
  const visit = (node: CheckNode) => {
    const state = stateOf(node, chosen)
    if (state === true) ids.checked.push(node.id)
    else if (state === 'mixed') ids.halfChecked.push(node.id)
    node.children.forEach(visit)
  }
  nodes.forEach(visit)
  return ids
}

type Data = { key: number; title: ReactNode; disableCheckbox: boolean; children: Data[] }
const treeData = (nodes: readonly CheckNode[], isOff: (id: number) => boolean): Data[] =>
  nodes.map(({ id, label, hint, children }) => ({
    key: id,
    title: <span title={hint}>{label}</span>,
    disableCheckbox: isOff(id),
    children: treeData(children, isOff),
  }))
