import { Status } from '@huanwei/contract/live/codes'
import { countStatuses, isOnline, type StatusCounts } from '@huanwei/contract/live/rules'
import { ObjectType } from '@huanwei/contract/objects'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { ObjectRef } from '../../live/object-key.ts'
import { liveObjects } from '../../live/objects.ts'
import type { LeafSource } from '../../ui/tree/counts.ts'
import { leavesOf } from '../../ui/tree/model.ts'
import { isChosen, type StatusChoice } from './live-search.ts'
import type { LiveNode } from './trees/live-node.ts'

/** While a status filter is on, objects enter and leave it at most this often; so are figures counted that nobody keeps. */
const refilterMs = 1000

/** Until the first live message, the tree's own word counts. */
function statusNow({ objectType, id }: ObjectRef, node: LiveNode | undefined): Status {
  const store = liveObjects[objectType]
  return store.size() ? (store.status(id) ?? Status.offline) : (node?.locationData?.status ?? Status.offline)
}

/** The objects of the tree by id. */
export const useLeaves = (nodes: readonly LiveNode[]) => useMemo(() => leavesOf(nodes), [nodes])
export type Leaves = ReturnType<typeof useLeaves>

const sourceOf = (objectType: ObjectType): LeafSource<LiveNode> => ({
  isOnline: (node) => isOnline(statusNow({ objectType, id: node.id }, node)),
  version: liveObjects[objectType].version,
  onChange: liveObjects[objectType].onChange,
})
/** Live topics of a tree's figures. */
export const leafSources: Record<ObjectType, LeafSource<LiveNode>> = {
  [ObjectType.person]: sourceOf(ObjectType.person),
  [ObjectType.vehicle]: sourceOf(ObjectType.vehicle),
  [ObjectType.facility]: sourceOf(ObjectType.facility),
}

/** The status of one object; draws only who asks. */
export const useStatus = ({ objectType, id }: ObjectRef, node: LiveNode | undefined) =>
  useSyncExternalStore(
    useCallback((listener) => liveObjects[objectType].onChangeOf(id, listener), [objectType, id]),
    () => statusNow({ objectType, id }, node),
  )

/** One object with its last fix and readings. */
export const useLiveObject = ({ objectType, id }: ObjectRef) =>
  useSyncExternalStore(
    useCallback((listener) => liveObjects[objectType].onChangeOf(id, listener), [objectType, id]),
    () => liveObjects[objectType].get(id),
  )

/**
 * Figures over all objects of the tree; one without live data is offline. `isWhole`: the tree has all of the kind; then what is live counts
 * before the tree is there.
 */
export function useStatusCounts(objectType: ObjectType, leaves: Leaves, isWhole: boolean): StatusCounts {
  const live = useSyncExternalStore(liveObjects[objectType].onChange, liveObjects[objectType].counts)
  const version = useVersion(isWhole ? undefined : objectType)
  return useMemo(() => {
    void version
    if (!isWhole || !live.total) return countStatuses(locations(objectType, leaves))
    const total = Math.max(leaves.size, live.total)
    return { ...live, total, offline: total - live.online }
  }, [objectType, isWhole, live, leaves, version])
}

/** An offline object has none. */
function* locations(objectType: ObjectType, leaves: Leaves) {
  for (const node of leaves.values()) {
    const status = statusNow({ objectType, id: node.id }, node)
    yield isOnline(status) ? { status } : null
  }
}

/** True when an object has a chosen status; undefined when nothing is chosen. A new function when the answer may have changed. */
export function useStanding(objectType: ObjectType, choice: StatusChoice | undefined) {
  const version = useVersion(choice && objectType)
  return useMemo(() => {
    // Statuses are read when asked; the version says that they changed.
    void version
    return choice && ((id: number, node: LiveNode | undefined) => isChosen(choice, statusNow({ objectType, id }, node)))
  }, [objectType, choice, version])
}

/** Grows with changes of the kind, not too often; without a kind it stays. */
function useVersion(objectType: ObjectType | undefined) {
  const [version, setVersion] = useState(0)
  useEffect(() => {
    if (objectType === undefined) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = liveObjects[objectType].onChange(() => {
      timer ??= setTimeout(() => {
        timer = undefined
        setVersion((was) => was + 1)
      }, refilterMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [objectType])
  return version
}
