import type { Endpoint } from '@huanwei/contract/endpoint'
import type { Outcome } from '@huanwei/contract/terminals/endpoints'
import { useState } from 'react'
import type { z } from 'zod'
import { useAsk } from '../../lib/send.ts'

/** Gives a terminal an order and holds how that ended; undefined before the first and while one is on its way. */
export function useCommand<In extends z.ZodType, Out extends z.ZodType<Outcome>>(endpoint: Endpoint<In, Out>, shown: Endpoint[]) {
  const [outcome, setOutcome] = useState<z.output<Out>>()
  const ask = useAsk(endpoint, shown)
  async function order(input: z.input<In>) {
    setOutcome(undefined)
    const answer = await ask(input)
    setOutcome(answer)
    return answer
  }
  return { outcome, order }
}
