import type { InboxMessage, MessageSummary } from '@huanwei/contract/live/messages'
import { create } from 'zustand'

type MsgType = MessageSummary['msgType']
type Inbox = { summaries: Partial<Record<MsgType, MessageSummary>>; loaded: boolean }

/** What waits for the person logged in, by message type. */
export const useInbox = create<Inbox>(() => ({ summaries: {}, loaded: false }))

/** A snapshot replaces all summaries, a patch the ones it names. */
export function applyInbox({ type, summaries }: Pick<InboxMessage, 'type' | 'summaries'>) {
  const before = type === 'snapshot' ? {} : useInbox.getState().summaries
  useInbox.setState({
    summaries: { ...before, ...Object.fromEntries(summaries.map((one) => [one.msgType, one])) },
    loaded: true,
  })
}

export const clearInbox = () => useInbox.setState({ summaries: {}, loaded: false })

/** Unread messages of the given types together. */
export const useUnread = (msgTypes: readonly MsgType[]) =>
  useInbox(({ summaries }) => msgTypes.reduce((sum, msgType) => sum + (summaries[msgType]?.unreadCount ?? 0), 0))
