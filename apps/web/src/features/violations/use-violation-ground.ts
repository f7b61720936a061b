import { getViolationEvidence } from '@huanwei/contract/violations/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { query } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'
import type { Marked } from '../../map/scene/marked.ts'
import { violationQuery } from './use-violation.ts'

/** The place of a violation and the areas that its rule went by, as far as they are known; nothing without one. */
export function useViolationGround(id: number | undefined): Marked | undefined {
  const userId = useSession((s) => s.session?.user.userId)
  const enabled = id !== undefined
  const { data: violation } = useQuery({ ...violationQuery(id ?? 0, userId), gcTime: 0, enabled })
  const { data: evidence } = useQuery({ ...query(getViolationEvidence, { violationEventId: id ?? 0 }), enabled })
  const { lng, lat } = violation ?? {}
  const areas = evidence?.areas
  return useMemo(() => {
    if (!enabled || !areas) return undefined
    const isPlaced = typeof lng === 'number' && typeof lat === 'number'
    return { areas, place: isPlaced ? [lng, lat] : undefined }
  }, [enabled, lng, lat, areas])
}
