import { mostAtOnce } from '@huanwei/contract/many'
import { AlarmType } from '@huanwei/contract/violations/codes'
import { undoVerdicts } from '@huanwei/contract/violations/endpoints'
import { useEffect, useState } from 'react'
import { showFailure } from '../../../lib/failure.ts'
import { useAsk } from '../../../lib/send.ts'
import type { Picks } from '../../queues/use-picks.ts'
import type { ViolationRow } from '../violation-list.ts'
import { useDeskKeys } from './desk-keys.ts'
import type { Last } from './LastVerdict.tsx'
import { changedCalls } from './use-desk-verdict.ts'
import type { HeldRows } from './use-held-rows.ts'

type Options = {
  held: HeldRows
  isOn: boolean
  /** Rows that are judged together; undefined where none can be picked. */
  picks: Picks | undefined
  open: number | undefined
  onOpen: (id: number | undefined) => void
}

/** The judging desk: list and evidence side by side; the next row comes by itself. */
export function useDesk({ held, isOn, picks, open, onOpen }: Options) {
  const rows = held.rows ?? []
  const [last, setLast] = useState<Last>()
  const [remarks] = useState(() => new Map<number, string>())
  const [isHelpOpen, setHelpOpen] = useState(false)
  const send = useAsk(undoVerdicts, changedCalls)

  const place = rows.findIndex(({ id }) => id === open)
  function step(by: number, isRange: boolean) {
    const next = place < 0 ? rows[0] : rows[place + by]
    if (!next) return
    if (isRange) picks?.extend(next.id, picks.ids.length > 0 ? undefined : open)
    onOpen(next.id)
  }
  /** `ids` have the verdict; the open one among them. */
  async function judged(ids: readonly number[], alarmType: Last['alarmType']) {
    held.mark(ids, alarmType)
    picks?.clear()
    const name = rows.find((row) => row.id === open)?.objectName ?? ''
    // A revocation is final.
    setLast(alarmType === AlarmType.revoked ? undefined : { ids, name, alarmType, at: Date.now() })
    const waits = (row: ViolationRow) => !ids.includes(row.id) && row.alarmType === AlarmType.pending
    const next = rows.slice(place + 1).find(waits) ?? rows.find(waits)
    onOpen(next?.id ?? (await held.renew()).find(waits)?.id)
  }
  async function undo() {
    if (!last) return
    setLast(undefined)
    const undone: number[] = []
    for (let from = 0; from < last.ids.length; from += mostAtOnce) {
      const answers = (await send({ ids: last.ids.slice(from, from + mostAtOnce) })) ?? []
      const refused = answers.find(({ refusal }) => refusal !== null)
      if (refused) showFailure(new Error(refused.refusal ?? ''))
      undone.push(...answers.flatMap(({ id, refusal }) => (refusal === null ? id : [])))
    }
    held.mark(undone, AlarmType.pending)
    if (undone[0] !== undefined) onOpen(undone[0])
  }
  const steps = { j: (isRange: boolean) => step(1, isRange), k: (isRange: boolean) => step(-1, isRange) }
  useDeskKeys(isOn ? { ...steps, u: undo, '?': () => setHelpOpen(true) } : {})
  useEffect(() => {
    if (isOn && open !== undefined) document.querySelector('.desk tr[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [isOn, open])

  return {
    fresh: held.fresh,
    renew: held.renew,
    last,
    remarks,
    judged,
    undo,
    /** The picked rows. */
    picked: rows.filter(({ id }) => picks?.ids.includes(id)),
    help: { isOpen: isHelpOpen, onOpen: setHelpOpen },
  }
}
export type Desk = ReturnType<typeof useDesk>
