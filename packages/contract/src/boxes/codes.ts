/** By the sensors of its facility: one was heard lately, none was, or there is none. */
export const BoxStatus = { online: 'online', offline: 'offline', unconnected: 'unconnected' } as const
export type BoxStatus = (typeof BoxStatus)[keyof typeof BoxStatus]
