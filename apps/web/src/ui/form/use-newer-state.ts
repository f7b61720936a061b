import { Outdated } from '@huanwei/contract/last-change'
import { useState } from 'react'
import { ApiError } from '../../lib/errors.ts'

export type Values = Record<string, unknown>

/** What a form shows after a newer state was loaded: what the person entered, or what is there now. */
export type Side = 'own' | 'newer'

type Sides = Record<Side, Values> & {
  shown: Side
  /** Fields in which the two differ. */
  differing: readonly string[]
  /** Another with each load. */
  version: number
}

type Props<S extends Values> = {
  start: S | undefined
  /** Loads `start` again. */
  onReload: (() => PromiseLike<unknown> | undefined) | undefined
  /** Values of the fields that are on the screen. */
  readForm: () => Values
}

/**
 * The state that a form was opened with, which later ones do not replace by themselves. When somebody else was first (`isOutdated`), `load`
 * brings the newer state beside what was typed: fields that the person left alone become the newer ones, the others stay as they were typed.
 */
export function useNewerState<S extends Values>({ start, onReload, readForm }: Props<S>) {
  const [first, setFirst] = useState(start)
  const [sides, setSides] = useState<Sides>()
  /** What was typed, once the newer state has arrived. */
  const [met, setMet] = useState<{ typed: Values; shown: Side }>()
  const [refusal, setRefusal] = useState<Error>()
  if (start && !first) setFirst(start)
  function meet() {
    if (!start || !first || !met) return
    setMet(undefined)
    // Where nothing could be loaded the refusal stays.
    if (isSame(start, first)) return
    setRefusal(undefined)
    setFirst(start)
    setSides({ ...compare(first, met.typed, start), shown: met.shown, version: (sides?.version ?? 0) + 1 })
  }
  meet()

  return {
    first,
    /** The state that a change or a removal is made from. */
    updateTime: typeof first?.updateTime === 'string' ? first.updateTime : undefined,
    /** Time of the change that somebody made since, as soon as it is known. */
    newerTime: newerTimeOf(first, start),
    sides,
    /** Why nothing was done, until something is or a newer state is loaded. */
    refusal,
    setRefusal,
    /** Initial values of the fields; another form for each key. */
    values: sides ? sides[sides.shown] : first,
    key: sides ? `${sides.version} ${sides.shown}` : '',
    async load(shown: Side) {
      await onReload?.()
      // Loaded data reach `start` with the next turn.
      await new Promise((resolve) => setTimeout(resolve))
      setMet({ typed: readForm(), shown })
    },
    /** Changes the side; what was typed on the other one is there when the person comes back. */
    show(shown: Side) {
      if (sides) setSides({ ...sides, [sides.shown]: { ...sides[sides.shown], ...readForm() }, shown })
    },
  }
}

export type NewerState = ReturnType<typeof useNewerState>

function compare(first: Values, typed: Values, newer: Values) {
  const changed = Object.entries(typed).filter(([name, value]) => !isSame(value, first[name]))
  const differing = changed.filter(([name, value]) => !isSame(value, newer[name])).map(([name]) => name)
  return { own: { ...newer, ...Object.fromEntries(changed) }, newer, differing }
}

function newerTimeOf(first: Values | undefined, start: Values | undefined) {
  const time = first && start?.updateTime
  return typeof time === 'string' && time !== first?.updateTime ? time : undefined
}

/** Nothing, null and an empty text are the same to a person. */
export const isSame = (one: unknown, other: unknown) => asText(one) === asText(other)
const asText = (value: unknown) => JSON.stringify(value === '' || value === undefined ? null : value)

/** True for the refusal of what was made from an older state. */
export const isOutdated = (error: Error) => error instanceof ApiError && Outdated.safeParse(error.data).success
