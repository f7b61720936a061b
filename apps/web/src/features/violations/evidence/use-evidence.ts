import { getViolationEvidence } from '@huanwei/contract/violations/endpoints'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../lib/api.ts'

/** A picture or a file that the terminal was asked for comes some seconds after the violation, ms. */
const photoMs = 5000

/** What a verdict on a violation goes by; while one is fresh its picture may still come, and files of its alarm as long as they are awaited. */
export const useEvidence = (violationEventId: number, isFresh = false) =>
  useQuery({
    ...query(getViolationEvidence, { violationEventId }),
    refetchInterval: ({ state }) => (state.data?.awaited || (isFresh && state.data?.photos.length === 0) ? photoMs : false),
  })
