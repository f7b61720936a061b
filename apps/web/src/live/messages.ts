import type { InboxMessage, MessageSummary } from '@huanwei/contract/live/messages'
import { create } from 'zustand'

type MsgType = MessageSummary['msgType']
type Inbox = { summaries: Partial<Record<MsgType, MessageSummary>>; loaded: boolean }

/** What waits for the person logged in, by message type. */
export const useInbox = create<Inbox>(() => ({ summaries: {}, loaded: false }))

/** Unread counts that grew with a message, by type: the occasion for a sound. */
type Grown = MsgType[]
const growthListeners = new Set<(grown: Grown) => void>()

/** Calls `listener` when more waits than before; never for the first load. Source: spec 1, section 4 (alert sound). */
export function onMore(listener: (grown: Grown) => void) {
  growthListeners.add(listener)
  return () => void growthListeners.delete(listener)
}

/** A snapshot replaces all summaries, a patch the ones it names. */
export function applyInbox({ type, summaries }: Pick<InboxMessage, 'type' | 'summaries'>) {
  const { summaries: before, loaded } = useInbox.getState()
  const after = { ...(type === 'snapshot' ? {} : before), ...Object.fromEntries(summaries.map((one) => [one.msgType, one])) }
  useInbox.setState({ summaries: after, loaded: true })
  const grown = summaries.filter((one) => one.unreadCount > (before[one.msgType]?.unreadCount ?? 0)).map((one) => one.msgType)
  if (loaded && grown.length) for (const listener of growthListeners) listener(grown)
}

export const clearInbox = () => useInbox.setState({ summaries: {}, loaded: false })

/** Unread messages of the given types together. */
export const useUnread = (msgTypes: readonly MsgType[]) =>
  useInbox(({ summaries }) => msgTypes.reduce((sum, msgType) => sum + (summaries[msgType]?.unreadCount ?? 0), 0))
