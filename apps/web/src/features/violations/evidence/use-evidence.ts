import { getViolationEvidence } from '@huanwei/contract/violations/endpoints'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../lib/api.ts'

/** A picture that the terminal was asked for comes some seconds after the violation, ms. */
const photoMs = 5000

/** What a verdict on a violation goes by; while it is fresh (`age`, s) a picture may still come. */
export const useEvidence = (violationEventId: number, age: number) =>
  useQuery({
    ...query(getViolationEvidence, { violationEventId }),
    refetchInterval: ({ state }) => (age < 60 && state.data?.photos.length === 0 ? photoMs : false),
  })
