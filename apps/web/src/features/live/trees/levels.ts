import type { TreeNode } from '@huanwei/contract/trees/endpoints'
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { query } from '../../../lib/api.ts'
import { rememberedGroups } from '../../../ui/tree/expansion.ts'
import type { LiveNode } from './live-node.ts'
import type { PanelTree } from './live-trees.ts'

/** A tree that takes longer than this is shown level by level until it is there, ms. */
const patienceMs = 300
/** With more open departments than this the whole tree is loaded. */
const mostLevels = 30
const none: [] = []

/**
 * The levels of a tree that is on its way: the roots, and what is directly below the departments that are open. The server counts the
 * groups; `want` asks for what is below one.
 */
export function useLevels(name: string, { call, filter }: Pick<PanelTree, 'call' | 'filter'>, isWanted: boolean) {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  const [remembered] = useState(() => rememberedGroups(name))
  const [wanted, setWanted] = useState<readonly number[]>(none)
  const isNeeded = isWanted && isLong && (remembered?.size ?? 0) <= mostLevels

  const levelOf = (parentId: number) => ({ ...query(call, { ...filter, parentId }), enabled: isNeeded, staleTime: 60_000 })
  const roots = useQueries({ queries: [levelOf(0)], combine })
  // The same as in the tree: at the first visit the roots are open.
  const open = remembered ?? roots.map(({ id }) => id)
  const below = useQueries({ queries: isNeeded ? [...new Set([...open, ...wanted])].map(levelOf) : none, combine })
  const levels = useMemo(
    () => [...roots, ...below].map((node): LiveNode => (node.isParent ? { ...node, figures: node.count ?? '' } : node)),
    [roots, below],
  )
  const want = useCallback((id: number) => setWanted((before) => [...before, id]), [])
  return { levels: useDeferredValue(isNeeded ? levels : none), want }
}

const combine = (results: readonly UseQueryResult<TreeNode[]>[]) => results.flatMap(({ data }) => data ?? [])
