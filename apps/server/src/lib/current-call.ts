import { AsyncLocalStorage } from 'node:async_hooks'

/** The id (`reqId`) of the call in which code runs, for the logs of what it has done elsewhere; none in jobs. */
export const currentCall = new AsyncLocalStorage<string>()
