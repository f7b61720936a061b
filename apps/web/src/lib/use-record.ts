import type { Endpoint } from '@huanwei/contract/endpoint'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { call } from './api.ts'
import { ApiError, isGone } from './errors.ts'

/** Refresh interval of what a form that stands open was filled in from, ms. */
export const lookAgainMs = 10_000

/**
 * The record of a form or a drawer, none without `input`. While it stands open it is asked for again: `error` is a 404 once somebody has removed it,
 * which the form or drawer says itself.
 */
export const useRecord = <In extends z.ZodType, Out extends z.ZodType>(
  endpoint: Endpoint<In, Out>,
  input: z.input<In> | undefined,
) =>
  useQuery({
    queryKey: [endpoint.path, input],
    queryFn: input === undefined ? skipToken : ({ signal }) => call(endpoint, input, signal, isGone),
    gcTime: 0,
    refetchInterval: ({ state }) => (isGone(state.error) ? false : lookAgainMs),
  })

/** The same for a form that is filled in from a row of a list: the row as it stands or last stood. */
export function useOpenRow<Row extends { id: number }>(rows: readonly Row[] | undefined, id: number | string | undefined) {
  const found = rows?.find((row) => row.id === id)
  const [last, setLast] = useState(found)
  if (found && found !== last) setLast(found)
  const row = found ?? (last?.id === id ? last : undefined)
  return { row, error: row && !found ? new ApiError(404, 1, '', null) : null }
}
