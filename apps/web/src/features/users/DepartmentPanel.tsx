import { type DepartmentNode, getDepartmentTree } from '@huanwei/contract/departments/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Flex, Input, Skeleton, Tree } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { LoadFailed } from '../../ui/list/ListNotice.tsx'
import { type CheckNode, idsOf, search } from '../../ui/select/check-tree.ts'

type Props = { selected: number | undefined; onSelect: (deptId: number | undefined) => void }

const nodeOf = ({ id, name, children }: DepartmentNode): CheckNode => ({ id, label: name, children: children.map(nodeOf) })

type Data = { key: number; title: string; children: Data[] }
const dataOf = ({ id, label, children }: CheckNode): Data => ({ key: id, title: label, children: children.map(dataOf) })

/** The departments beside a list: one that is chosen narrows it to itself and all below; choosing it again shows all. */
export function DepartmentPanel({ selected, onSelect }: Props) {
  const { t } = useTranslation(['users', 'list'])
  const tree = useQuery({ ...query(getDepartmentTree, {}), staleTime: 60_000 })
  const [text, setText] = useState('')
  /** Ids; at first the top. */
  const [unfolded, setUnfolded] = useState<number[]>()
  const nodes = useMemo(() => (tree.data ?? []).map(nodeOf), [tree.data])
  const shown = useMemo(() => search(nodes, text), [nodes, text])
  return (
    <Flex component="section" className="users-departments" aria-label={t('departments')}>
      <Input
        type="search"
        allowClear
        value={text}
        placeholder={t('findDepartment')}
        aria-label={t('findDepartment')}
        onChange={({ target }) => setText(target.value)}
      />
      {tree.error && !tree.data ? (
        <LoadFailed title={t('list:failed')} error={tree.error} onRetry={() => tree.refetch()} />
      ) : !tree.data ? (
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      ) : shown.length === 0 ? (
        <p className="list-sub">{t('list:noneFound')}</p>
      ) : (
        <Tree
          aria-label={t('departments')}
          blockNode
          virtual={false}
          treeData={shown.map(dataOf)}
          selectedKeys={selected === undefined ? [] : [selected]}
          expandedKeys={text.trim() ? idsOf(shown) : (unfolded ?? nodes.map(({ id }) => id))}
          onExpand={(keys) => setUnfolded(keys.map(Number))}
          onSelect={([id]) => onSelect(id === undefined ? undefined : Number(id))}
        />
      )}
    </Flex>
  )
}
