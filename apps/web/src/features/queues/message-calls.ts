import { getOverview } from '@huanwei/contract/home/endpoints'
import { getSummaries, listPushes } from '@huanwei/contract/messages/endpoints'

/** The calls that show messages: an act on an event of a queue asks for them anew. */
export const messageCalls = [listPushes, getSummaries, getOverview] as const
