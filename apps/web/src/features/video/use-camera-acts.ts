import type { CameraAct } from '@huanwei/contract/video/codes'
import { listCameraActs } from '@huanwei/contract/video/endpoints'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../lib/api.ts'

const none: readonly CameraAct[] = []

/** What a camera can be told; nothing while that is not known. */
export function useCameraActs({ vehicleId, channel }: { vehicleId: number; channel: number }): readonly CameraAct[] {
  return useQuery({ ...query(listCameraActs, { vehicleId, channel }), staleTime: Number.POSITIVE_INFINITY }).data ?? none
}
