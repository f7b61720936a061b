import { canType } from '@huanwei/contract/dictionaries/codes'
import { ObjectType } from '@huanwei/contract/objects'
import {
  getCanTreeList,
  getFacilityTreeList,
  getFacilityTypeCount,
  getPersonTreeList,
  getRoleCount,
  getVehicleTreeList,
  getVehicleTypeCount,
} from '@huanwei/contract/trees/endpoints'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo } from 'react'
import type { Layer } from '../../../live/layers.ts'
import { liveObjects } from '../../../live/objects.ts'
import { type Leaves, useLeaves } from '../live-objects.ts'
import { type LiveSearch, tabs, typeOf } from '../live-search.ts'
import type { LiveNode } from './live-node.ts'
import { treeQuery } from './tree-query.ts'

/** However often objects change, a tree is read again at most this often, ms. */
const renewMs = 10_000
const staleMs = 5 * 60_000

const treeCalls = { vehicle: getVehicleTreeList, person: getPersonTreeList, facility: getFacilityTreeList, can: getCanTreeList }
/** Live topics of a kind. */
const told: Record<ObjectType, { path: string }[]> = {
  [ObjectType.vehicle]: [getVehicleTreeList, getVehicleTypeCount],
  [ObjectType.person]: [getPersonTreeList, getRoleCount],
  [ObjectType.facility]: [getFacilityTreeList, getCanTreeList, getFacilityTypeCount],
}

const none: LiveNode[] = []

type Filter = { roleId?: number; facilityType?: string; vehicleFunction?: string | undefined; deptId?: number | undefined }

function useTree(layer: Layer, filter: Filter, isWanted: boolean) {
  const tree = useQuery({ ...treeQuery(treeCalls[layer], filter), staleTime: staleMs, enabled: isWanted })
  // Drawn bit by bit: a large tree and what stands around it take a while.
  const loaded = useDeferredValue(tree.data)
  const nodes = loaded ?? none
  return {
    /** Query key of one level. */
    call: treeCalls[layer],
    filter,
    nodes,
    leaves: useLeaves(nodes),
    isPending: !loaded && !tree.error,
    error: loaded ? null : tree.error,
    retry: tree.refetch,
  }
}
export type PanelTree = ReturnType<typeof useTree>

const all = {}
/** The layer that the tab shows, and what it asks the server for: vehicles know their type themselves. */
function panelOf({ tab, type, vehicleFunction, deptId }: LiveSearch): [layer: Layer, filter: Filter] {
  const within = deptId ? { deptId } : all
  if (tab === 'person' && Number(type)) return ['person', { ...within, roleId: Number(type) }]
  if (tab === 'facility' && type === canType) return ['can', within]
  if (tab === 'facility' && type) return ['facility', { ...within, facilityType: type }]
  if (tab === 'vehicle' && vehicleFunction) return ['vehicle', { ...within, vehicleFunction }]
  return [tab, within]
}

/** The tree of the tab, and after it those of everything that the map shows, by layer. */
export function useTrees(search: LiveSearch) {
  const [layer, filter] = panelOf(search)
  const panel = useTree(layer, filter, true)
  const isNext = !panel.isPending
  const vehicles = useTree('vehicle', all, isNext)
  const people = useTree('person', all, isNext)
  const facilities = useTree('facility', all, isNext)
  const cans = useTree('can', all, isNext)
  const [vehicle, person, facility, can] = [vehicles.leaves, people.leaves, facilities.leaves, cans.leaves]
  const trees: Record<Layer, Leaves> = useMemo(() => ({ vehicle, person, facility, can }), [vehicle, person, facility, can])
  useRenewal()
  return { panel, trees, isWhole: [vehicles, people, facilities, cans].every(({ isPending, error }) => !isPending && !error) }
}

/** Reads trees again when the live channel says that an object or a department changed: at once, then not too often. */
function useRenewal() {
  const queries = useQueryClient()
  useEffect(() => {
    const stops = tabs.map((tab) => renewing(typeOf[tab], (path) => void queries.invalidateQueries({ queryKey: [path] })))
    return () => {
      for (const stop of stops) stop()
    }
  }, [queries])
}

function renewing(objectType: ObjectType, renew: (path: string) => void) {
  let next = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const leave = liveObjects[objectType].onTree(() => {
    timer ??= setTimeout(
      () => {
        timer = undefined
        next = Date.now() + renewMs
        for (const { path } of told[objectType]) renew(path)
      },
      Math.max(0, next - Date.now()),
    )
  })
  return () => {
    leave()
    clearTimeout(timer)
  }
}
