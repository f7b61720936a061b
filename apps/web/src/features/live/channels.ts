import { ObjectType } from '@huanwei/contract/objects'
import { getVehicleFunctionDevices } from '@huanwei/contract/trees/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { query } from '../../lib/api.ts'
import type { ObjectRef } from '../../live/object-key.ts'
import type { Below } from '../../ui/tree/lines.ts'
import type { LiveNode } from './trees/live-node.ts'

/**
 * The video channels of the selected vehicle, below it in the tree; asked for with its department's others when it is selected. On the
 * wire a channel's id may be that of another vehicle, so here it is called by the vehicle's and its number. Source: spec 2, section 2.6.
 */
export function useChannels(target: ObjectRef | undefined, node: LiveNode | undefined): Below | undefined {
  const isVehicle = target?.objectType === ObjectType.vehicle && node !== undefined
  const level = useQuery({
    ...query(getVehicleFunctionDevices, { parentId: node?.parentId }),
    enabled: isVehicle,
    staleTime: 60_000,
  })
  const leafId = isVehicle ? node.id : undefined
  return useMemo(() => {
    const channels = level.data?.filter(({ isVideo, parentId }) => isVideo && parentId === leafId) ?? []
    if (leafId === undefined || !channels.length) return undefined
    return { leafId, rows: channels.map(({ channel, label }) => ({ key: `c${leafId}.${channel}`, label })) }
  }, [level.data, leafId])
}
