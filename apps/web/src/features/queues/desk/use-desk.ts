import { useEffect, useRef, useState } from 'react'
import type { Leave } from '../../../ui/drawer/DrawerFrame.tsx'
import type { Picks } from '../use-picks.ts'
import { useDeskKeys } from './desk-keys.ts'
import type { QueueRows } from './use-queue-rows.ts'

/** An act on one row or several, in words: `name` of the first, `verdict` on it. */
export type Act<Row> = {
  ids: readonly number[]
  name: string
  verdict: string
  /** What it makes of the rows; undefined where it removes them. */
  change: Partial<Row> | undefined
  /** The way back for so many seconds; none where the act is final. */
  undo?: {
    seconds: number
    /** Resolves with the ids of those that stand as before. */
    send: (ids: readonly number[]) => Promise<readonly number[]>
    change: Partial<Row>
  }
}

type Options<Row extends { id: number }> = {
  queue: QueueRows<Row>
  /** Rows that are dealt with together; undefined where none can be picked. */
  picks?: Picks | undefined
  open: number | undefined
  onOpen: (id: number | undefined) => void
  /** After an act in the drawer, where there is no desk. */
  onHandled: () => void
  /** Whether a row waits for the person. */
  waits: (row: Row) => boolean
}

/** The desk of a queue: the list and the open row side by side; the next row that waits comes by itself. */
export function useDesk<Row extends { id: number }>({
  queue: { held, choice },
  picks,
  open,
  onOpen,
  onHandled,
  waits,
}: Options<Row>) {
  const { isOn } = choice
  const rows = held.rows ?? []
  /** `at` in epoch ms. */
  const [last, setLast] = useState<Act<Row> & { at: number }>()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const leave = useRef<Leave>((go) => go())
  const box = useRef<HTMLDivElement>(null)

  const place = rows.findIndex(({ id }) => id === open)
  function show(id: number) {
    if (id === open && isOn) box.current?.querySelector<HTMLElement>('.drawer-content')?.focus()
    else leave.current(() => onOpen(id))
  }
  function step(by: number, isRange: boolean) {
    const next = place < 0 ? rows[0] : rows[place + by]
    if (!next) return
    if (isRange) picks?.extend(next.id, picks.ids.length > 0 ? undefined : open)
    show(next.id)
  }
  async function handled(act: Act<Row>) {
    if (!isOn) return onHandled()
    held.mark(act.ids, act.change)
    picks?.clear()
    setLast({ ...act, at: Date.now() })
    const isNext = (row: Row) => !act.ids.includes(row.id) && waits(row)
    const next = rows.slice(place + 1).find(isNext) ?? rows.find(isNext)
    onOpen(next?.id ?? (await held.renew()).find(isNext)?.id)
  }
  async function undo() {
    if (!last?.undo) return
    setLast(undefined)
    const undone = await last.undo.send(last.ids)
    held.mark(undone, last.undo.change)
    if (undone[0] !== undefined) onOpen(undone[0])
  }
  useDeskKeys(
    isOn
      ? {
          j: (isRange) => step(1, isRange),
          k: (isRange) => step(-1, isRange),
          arrowdown: (isRange) => step(1, isRange),
          arrowup: (isRange) => step(-1, isRange),
          u: undo,
          '?': () => setHelpOpen(true),
        }
      : {},
  )
  useEffect(() => {
    if (isOn) settle(box.current, open)
  }, [isOn, open])

  return {
    isOn,
    open,
    show,
    /** Props of the list's frame. */
    rows: {
      list: held.list,
      isBeside: isOn,
      onOpen: ({ id }: { id: number }) => show(id),
      fresh: { count: held.fresh, onShow: () => void held.renew() },
      onTouch: held.onTouch,
    },
    /** Props of the drawer of the open row. */
    drawer: {
      onClose() {
        choice.onClosed()
        onOpen(undefined)
      },
      onHandled: handled,
    },
    isOffered: choice.isOffered,
    turn: (isOnNow: boolean) => leave.current(() => choice.turn(isOnNow)),
    leave,
    box,
    last,
    undo,
    /** The picked rows. */
    picked: rows.filter(({ id }) => picks?.ids.includes(id)),
    canPick: picks !== undefined,
    help: { isOpen: isHelpOpen, onOpen: setHelpOpen },
  }
}
export type Desk<Row extends { id: number }> = ReturnType<typeof useDesk<Row>>

/** Brings the open row into sight and leaves the keyboard where the hand is: among the rows it goes along with them, and it is never lost. */
function settle(box: HTMLElement | null, open: number | undefined) {
  const row = open === undefined ? null : box?.querySelector<HTMLElement>('tr[aria-current]')
  row?.scrollIntoView({ block: 'nearest' })
  const now = document.activeElement
  if (now?.closest('.list-table')) row?.focus({ preventScroll: true })
  else if (now === document.body) box?.querySelector<HTMLElement>('.desk-pane')?.focus({ preventScroll: true })
}
