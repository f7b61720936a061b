import type { BoardDefinition } from '@huanwei/contract/designs/endpoints'

/** States of a draft that was worked on: those before and after the present one. `group` names the last change. */
export type EditHistory = {
  past: readonly BoardDefinition[]
  now: BoardDefinition
  future: readonly BoardDefinition[]
  group: string
}

/** Steps that can be taken back. */
const mostSteps = 200

export const begun = (now: BoardDefinition): EditHistory => ({ past: [], now, future: [], group: '' })

/** The history with a next state. Changes of one `group` in a row, such as the letters of a title, are one step. Pure. */
export function changed({ past, now, group: last }: EditHistory, next: BoardDefinition, group = ''): EditHistory {
  const isSameStep = group !== '' && group === last
  return { past: isSameStep ? past : [...past, now].slice(-mostSteps), now: next, future: [], group }
}

export function undone(history: EditHistory): EditHistory {
  const before = history.past.at(-1)
  if (!before) return history
  return { past: history.past.slice(0, -1), now: before, future: [history.now, ...history.future], group: '' }
}

export function redone(history: EditHistory): EditHistory {
  const [next, ...future] = history.future
  if (!next) return history
  return { past: [...history.past, history.now], now: next, future, group: '' }
}
