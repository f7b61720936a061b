import { Status } from '@huanwei/contract/live/codes'
import { countStatuses, isOnline, type StatusCounts } from '@huanwei/contract/live/rules'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { type Changed, vehicles } from '../../live/vehicles.ts'
import type { LeafSource } from '../../ui/tree/counts.ts'
import { leavesOf, type TreeItem } from '../../ui/tree/model.ts'
import { isChosen, type LiveSearch } from './live-search.ts'

/** While a status filter is on, vehicles enter and leave it at most this often. */
const refilterMs = 1000
/** A vehicle that the tree does not know makes it load again, at most this often. */
const reloadPauseMs = 10_000

/** Until the first live message, the tree's own word counts. */
const statusNow = (id: number, node: TreeItem | undefined): Status =>
  vehicles.size() ? (vehicles.status(id) ?? Status.offline) : (node?.locationData?.status ?? Status.offline)

/** The vehicles of the tree by id. */
export const useLeaves = (nodes: readonly TreeItem[]) => useMemo(() => leavesOf(nodes), [nodes])
export type Leaves = ReturnType<typeof useLeaves>

/** What the tree's figures follow. */
export const leafSource: LeafSource<TreeItem> = {
  isOnline: (node) => isOnline(statusNow(node.id, node)),
  version: vehicles.version,
  onChange: vehicles.onChange,
}

/** The status of one vehicle; draws only who asks. */
export const useStatus = (node: TreeItem) =>
  useSyncExternalStore(
    useCallback((listener) => vehicles.onChangeOf(node.id, listener), [node.id]),
    () => statusNow(node.id, node),
  )

/** One vehicle with its last fix. */
export const useLiveVehicle = (id: number) =>
  useSyncExternalStore(
    useCallback((listener) => vehicles.onChangeOf(id, listener), [id]),
    () => vehicles.get(id),
  )

/** Figures over all vehicles of the tree; one without live data is offline. */
export function useStatusCounts(leaves: Leaves): StatusCounts {
  const live = useSyncExternalStore(vehicles.onChange, vehicles.counts)
  return useMemo(() => {
    if (!live.total) return countStatuses(locations(leaves))
    const total = Math.max(leaves.size, live.total)
    return { ...live, total, offline: total - live.online }
  }, [live, leaves])
}

/** As the tree tells them; an offline vehicle has none. */
function* locations(leaves: Leaves) {
  for (const { locationData } of leaves.values()) yield isOnline(locationData?.status) ? locationData : null
}

/** Whether a vehicle passes the filters; undefined without any. A new function when the answer may have changed. */
export function useKeep({ status, type }: Pick<LiveSearch, 'status' | 'type'>) {
  const version = useVersion(status !== undefined)
  return useMemo(() => {
    // Statuses are read when asked; the version says that they changed.
    void version
    if (!status && !type) return undefined
    return (node: TreeItem) => (!type || node.vehicleType === type) && (!status || isChosen(status, statusNow(node.id, node)))
  }, [status, type, version])
}

function useVersion(isWatching: boolean) {
  const [version, setVersion] = useState(0)
  useEffect(() => {
    if (!isWatching) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = vehicles.onChange(() => {
      timer ??= setTimeout(() => {
        timer = undefined
        setVersion((was) => was + 1)
      }, refilterMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [isWatching])
  return version
}

/** Calls `reload` when a vehicle moves that the tree does not have: somebody added it, or the scope grew. */
export function useUnknown(leaves: Leaves, reload: () => void) {
  useEffect(() => {
    let last = 0
    return vehicles.onChange((changed) => {
      if (Date.now() - last < reloadPauseMs || !hasUnknown(leaves, changed)) return
      last = Date.now()
      reload()
    })
  }, [leaves, reload])
}

function hasUnknown(leaves: Leaves, changed: Changed) {
  if (changed !== 'all') return changed.some((id) => !leaves.has(id) && vehicles.status(id) !== undefined)
  for (const { id } of vehicles.all()) if (!leaves.has(id)) return true
  return false
}
