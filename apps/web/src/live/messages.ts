import type { InboxMessage, MessageSummary } from '@huanwei/contract/live/messages'
import type { ObjectType } from '@huanwei/contract/objects'
import { create } from 'zustand'

type MsgType = MessageSummary['msgType']
type Inbox = { summaries: Partial<Record<MsgType, MessageSummary>>; loaded: boolean }

/** Summaries of the user's messages, by message type. */
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

/** Messages of one type, of violations those of one kind of object. */
export type MessagesOf = { msgType: MsgType; objectType?: ObjectType | undefined }

const waitingOf = ({ summaries }: Inbox, { msgType, objectType }: MessagesOf) => {
  const summary = summaries[msgType]
  return (objectType === undefined ? summary?.waitingCount : summary?.waitingOf?.[objectType]) ?? 0
}

/** Number of unread messages of these, or of all. */
export const useUnreadMessages = (of: MessagesOf | undefined) =>
  useInbox(({ summaries }) => {
    if (!of) return Object.values(summaries).reduce((sum, { unreadCount }) => sum + unreadCount, 0)
    const summary = summaries[of.msgType]
    return (of.objectType === undefined ? summary?.unreadCount : summary?.unreadOf?.[of.objectType]) ?? 0
  })

/** Number of messages of these that wait for the user. */
export const useWaitingMessages = (wanted: readonly MessagesOf[]) =>
  useInbox((inbox) => wanted.reduce((sum, one) => sum + waitingOf(inbox, one), 0))
