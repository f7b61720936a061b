import { errorLogLimits, scrubText } from '@huanwei/contract/logs/rules'
import { z } from 'zod'
import { create } from 'zustand'
import { readEntry, removeEntry, writeEntry } from '../../lib/entries.ts'
import { currentSession } from '../../lib/session.ts'
import { formatTime } from '../../lib/time.ts'

/** An error of this browser that nobody dealt with. `count`: how often it came; `time`: when last. Source: spec 1, section 3. */
export const ErrorEntry = z.object({
  id: z.number(),
  url: z.string(),
  time: z.string(),
  user: z.string(),
  type: z.string(),
  message: z.string(),
  stack: z.string(),
  /** Source of the error: `error`, `unhandledrejection` or `render`. */
  info: z.string(),
  count: z.number(),
})
export type ErrorEntry = z.infer<typeof ErrorEntry>

/** Key of the entry in the browser's storage. Source: spec 4, S0 §2.5. */
const name = 'logsList'
/** An error that comes with every frame is written as seldom as this, ms. */
const pauseMs = 300

const stored = () => readEntry(name, z.array(ErrorEntry)) ?? []

/** The newest first; the same in every tab of this browser. */
export const useErrorLog = create<{ entries: ErrorEntry[] }>(() => ({ entries: stored() }))

let pending: ErrorEntry[] = []
let timer: ReturnType<typeof setTimeout> | undefined

/** `entries` with one more: the same error again only counts. Pure. */
function withError(entries: ErrorEntry[], entry: ErrorEntry): ErrorEntry[] {
  const isSame = (one: ErrorEntry) => one.message === entry.message && one.stack === entry.stack && one.url === entry.url
  const before = entries.find(isSame)
  const rest = entries.filter((one) => one !== before)
  return [{ ...entry, id: before?.id ?? entry.id, count: (before?.count ?? 0) + entry.count }, ...rest].slice(
    0,
    errorLogLimits.entries,
  )
}

/** Keeps an error that nobody dealt with, without what is secret in it. */
export function keepError(error: unknown, info: string) {
  const { message, stack = '' } = error instanceof Error ? error : { message: String(error) }
  const cut = (text: string, most: number) => scrubText(text.slice(0, most)).slice(0, most)
  pending.push({
    id: Date.now() * 1000 + Math.floor(Math.random() * 1000),
    type: 'error',
    info,
    count: 1,
    time: formatTime(Date.now()),
    user: currentSession()?.user.username ?? '',
    url: cut(window.location.href, errorLogLimits.url),
    message: cut(message, errorLogLimits.message),
    stack: cut(stack, errorLogLimits.stack),
  })
  timer ??= setTimeout(write, pauseMs)
}

/** Entries that another tab wrote meanwhile stay. */
function write() {
  clearTimeout(timer)
  timer = undefined
  if (pending.length === 0) return
  const entries = pending.reduce(withError, stored())
  pending = []
  writeEntry(name, entries, 'local')
  useErrorLog.setState({ entries })
}

/** Forgets these entries; all of them unless said which. */
export function forgetErrors(ids?: readonly number[]) {
  const entries = ids ? stored().filter(({ id }) => !ids.includes(id)) : []
  if (entries.length) writeEntry(name, entries, 'local')
  else removeEntry(name)
  useErrorLog.setState({ entries })
}

/** Browsers report with it that a box was measured twice in a frame, which nobody can mend. */
const isHarmless = (error: unknown) =>
  (error instanceof Error && error.name === 'AbortError') || String(error).includes('ResizeObserver loop')

/** Keeps every error of this page that nobody deals with. Call once. */
export function watchErrors() {
  window.addEventListener('error', ({ error, message }) => {
    if (!isHarmless(error ?? message)) keepError(error ?? message, 'error')
  })
  window.addEventListener('unhandledrejection', ({ reason }) => {
    if (!isHarmless(reason)) keepError(reason, 'unhandledrejection')
  })
  window.addEventListener('pagehide', write)
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key.endsWith(name)) useErrorLog.setState({ entries: stored() })
  })
}
