import type { Endpoint } from '@huanwei/contract/endpoint'
import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { i18n } from '../i18n/i18n.ts'
import { call } from './api.ts'
import { showFailure } from './failure.ts'
import { notify } from './notices.ts'

/** Sends and asks anew for whatever shows it (`shown`); rejects when refused. */
function useCall<In extends z.ZodType, Out extends z.ZodType>(endpoint: Endpoint<In, Out>, shown: readonly Endpoint[]) {
  const cache = useQueryClient()
  return (input: z.input<In>) =>
    call(endpoint, input).finally(() => {
      for (const { path } of shown) void cache.invalidateQueries({ queryKey: [path] })
    })
}

/** Sends what a form holds and says 操作成功; rejects when refused, for the form to say so. */
export function useSend<In extends z.ZodType, Out extends z.ZodType>(endpoint: Endpoint<In, Out>, shown: readonly Endpoint[]) {
  const send = useCall(endpoint, shown)
  return async (input: z.input<In>) => {
    const data = await send(input)
    // Some calls answer false with a reason: nothing was done.
    if (data !== false) notify({ kind: 'success', text: i18n.t('prompt.success') })
    return data
  }
}

/** The same for the drawer of one record: changes the one whose `id` is among the values, else adds one; then `onSaved`. */
export function useSave<Add extends z.ZodType, Change extends z.ZodType>(
  add: Endpoint<Add>,
  change: Endpoint<Change>,
  shown: readonly Endpoint[],
  onSaved: () => void,
) {
  const sendNew = useSend(add, shown)
  const sendChange = useSend(change, shown)
  const isChange = (values: z.input<Add> | z.input<Change>): values is z.input<Change> =>
    typeof values === 'object' && values !== null && 'id' in values
  return async (values: z.input<Add> | z.input<Change>) => {
    await (isChange(values) ? sendChange(values) : sendNew(values))
    onSaved()
  }
}

/** The same for a button outside a form: what fails is on the screen as a toast. Resolves with true when it worked, after `onDone`. */
export function useAct<In extends z.ZodType, Out extends z.ZodType>(
  endpoint: Endpoint<In, Out>,
  shown: readonly Endpoint[],
  onDone?: () => void,
) {
  const send = useSend(endpoint, shown)
  return (input: z.input<In>): Promise<boolean> =>
    send(input).then(
      () => {
        onDone?.()
        return true
      },
      (error: Error) => {
        showFailure(error)
        return false
      },
    )
}

/** The same where the answer says how it went, which is the caller's to show; undefined when refused. */
export function useAsk<In extends z.ZodType, Out extends z.ZodType>(endpoint: Endpoint<In, Out>, shown: readonly Endpoint[]) {
  const send = useCall(endpoint, shown)
  return (input: z.input<In>) =>
    send(input).catch((error: Error) => {
      showFailure(error)
      return undefined
    })
}
