import { AlarmType } from '@huanwei/contract/violations/codes'
import { getViolation, listViolations, undoVerdicts } from '@huanwei/contract/violations/endpoints'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { readEntry, writeEntry } from '../../../lib/entries.ts'
import { showFailure } from '../../../lib/failure.ts'
import { useAsk } from '../../../lib/send.ts'
import { useMay } from '../../../lib/session.ts'
import type { ListQuery } from '../../../ui/list/ListFrame.tsx'
import { officeScreen, useMedia } from '../../../ui/list/use-media.ts'
import { messageCalls } from '../../queues/message-calls.ts'
import type { ViolationRow } from '../violation-list.ts'
import { useDeskKeys } from './desk-keys.ts'
import type { Last } from './LastVerdict.tsx'
import { useHeldRows } from './use-held-rows.ts'

const entry = 'judging-desk'

type Options = {
  list: ListQuery<ViolationRow>
  /** Identifies the question that the list answers. */
  asked: string
  open: number | undefined
  onOpen: (id: number | undefined) => void
}

/** The judging desk: list and evidence side by side, where there is room and the person chose it; the next row comes by itself. */
export function useDesk({ list, asked, open, onOpen }: Options) {
  const hasRoom = useMedia(officeScreen)
  const mayHandle = useMay('violation_handle')
  const isOffered = hasRoom && mayHandle
  const [isChosen, setChosen] = useState(() => readEntry(entry, z.boolean()) ?? false)
  const isOn = isOffered && isChosen
  const held = useHeldRows(list, asked, isOn)
  const rows = held.rows ?? []
  const [last, setLast] = useState<Last>()
  const [remarks] = useState(() => new Map<number, string>())
  const [isHelpOpen, setHelpOpen] = useState(false)
  const send = useAsk(undoVerdicts, [...messageCalls, getViolation, listViolations])

  const place = rows.findIndex(({ id }) => id === open)
  const step = (by: number) => {
    const next = place < 0 ? rows[0] : rows[place + by]
    if (next) onOpen(next.id)
  }
  async function judged(id: number, alarmType: Last['alarmType']) {
    held.mark(id, alarmType)
    const objectName = rows.find((row) => row.id === id)?.objectName ?? ''
    // A revocation is final.
    setLast(alarmType === AlarmType.revoked ? undefined : { id, objectName, alarmType, at: Date.now() })
    const waits = (row: ViolationRow) => row.id !== id && row.alarmType === AlarmType.pending
    const next = rows.slice(place + 1).find(waits) ?? rows.find(waits)
    onOpen(next?.id ?? (await held.renew()).find(waits)?.id)
  }
  async function undo() {
    if (!last) return
    setLast(undefined)
    const [undone] = (await send({ ids: [last.id] })) ?? []
    if (undone?.refusal) showFailure(new Error(undone.refusal))
    if (!undone || undone.refusal) return
    held.mark(last.id, AlarmType.pending)
    onOpen(last.id)
  }
  const keys = { j: () => step(1), k: () => step(-1), u: undo, '?': () => setHelpOpen(true) }
  useDeskKeys(isOn ? keys : {})
  useEffect(() => {
    if (isOn && open !== undefined) document.querySelector('.desk tr[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [isOn, open])

  return {
    isOffered,
    isOn,
    turn(isChosenNow: boolean) {
      setChosen(isChosenNow)
      writeEntry(entry, isChosenNow, 'local')
    },
    list: held.list,
    fresh: held.fresh,
    renew: held.renew,
    last,
    remarks,
    judged,
    undo,
    help: { isOpen: isHelpOpen, onOpen: setHelpOpen },
  }
}
export type Desk = ReturnType<typeof useDesk>
