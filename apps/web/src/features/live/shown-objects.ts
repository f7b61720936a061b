import { Status } from '@huanwei/contract/live/codes'
import { ObjectType } from '@huanwei/contract/objects'
import { useCallback, useMemo } from 'react'
import { type Hideable, type Layer, layerOf } from '../../live/layers.ts'
import type { ObjectRef } from '../../live/object-key.ts'
import type { CheckedIds } from '../../ui/tree/checks.ts'
import { useStanding } from './live-objects.ts'
import { type LiveSearch, type LiveTab, typeOf } from './live-search.ts'
import type { LiveNode } from './trees/live-node.ts'
import type { useTrees } from './trees/live-trees.ts'

type Trees = ReturnType<typeof useTrees>

/** Layer, tree node and name of an object. */
export function useNodes({ panel, trees }: Trees, tab: LiveTab) {
  const { can: cans } = trees
  const layerAt = useCallback(
    ({ objectType, id }: ObjectRef): Layer => (objectType === ObjectType.facility && cans.has(id) ? 'can' : layerOf[objectType]),
    [cans],
  )
  const nodeOf = (target: ObjectRef) =>
    trees[layerAt(target)].get(target.id) ?? (target.objectType === typeOf[tab] ? panel.leaves.get(target.id) : undefined)
  const label = useCallback(
    (target: ObjectRef) => {
      const node = trees[layerAt(target)].get(target.id)
      return node?.plateNumber ?? node?.label ?? ''
    },
    [layerAt, trees],
  )
  return { layerAt, nodeOf, label }
}

/** Filter of the tab's objects and their tree nodes; undefined without one. */
export function usePassing({ tab, status, type, vehicleFunction, deptId }: LiveSearch) {
  const stands = useStanding(typeOf[tab], status)
  return useMemo(() => {
    const isNarrowed = !!(type || vehicleFunction || deptId)
    if (!isNarrowed && !stands) return undefined
    // The server has filtered the tree, but not by the type of a vehicle.
    const isInTree = (node: LiveNode | undefined) =>
      node !== undefined && (tab !== 'vehicle' || !type || node.vehicleType === type)
    return (id: number, node: LiveNode | undefined) => (!isNarrowed || isInTree(node)) && (!stands || stands(id, node))
  }, [tab, type, vehicleFunction, deptId, stands])
}

type Filters = {
  tab: LiveTab
  passes: ReturnType<typeof usePassing>
  hidden: ReadonlySet<Hideable>
  /** A person has chosen the layers; else cans are shown near by only. */
  isChosen: boolean
  /** Objects of the tab that are shown without its others; undefined shows all. */
  alone: CheckedIds | undefined
}

/** From this zoom on cans are shown without being asked for: further away they are all that is seen. */
const cansFrom = 14

/** Layer that the map draws an object in; undefined when it is hidden or filtered out. A new function when the answer may change. */
export function useShow(
  { panel }: Trees,
  layerAt: (target: ObjectRef) => Layer,
  { tab, passes, hidden, isChosen, alone }: Filters,
) {
  return useCallback(
    (target: ObjectRef & { status?: Status }, zoom: number) => {
      const layer = layerAt(target)
      if (hidden.has(layer)) return undefined
      const isAsked = isChosen || tab === 'facility' || target.status === Status.alert
      if (layer === 'can' && zoom < cansFrom && !isAsked) return undefined
      if (target.objectType !== typeOf[tab]) return layer
      const isFilteredOut = (alone && !alone.has(target.id)) || (passes && !passes(target.id, panel.leaves.get(target.id)))
      return isFilteredOut ? undefined : layer
    },
    [layerAt, hidden, isChosen, alone, tab, passes, panel.leaves],
  )
}
