import { getVehicleHistory } from '@huanwei/contract/history/endpoints'
import { ObjectType } from '@huanwei/contract/objects'
import type { ViolationDetail } from '@huanwei/contract/violations/endpoints'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../lib/api.ts'
import { trackTimes } from './track-times.ts'

/** Fixes of a vehicle around its violation; of others nothing is asked. */
export const useTrackAround = (violation: ViolationDetail) =>
  useQuery({
    ...query(getVehicleHistory, { vehicleId: violation.objectId, ...trackTimes(violation) }),
    enabled: violation.objectType === ObjectType.vehicle && violation.lng !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
