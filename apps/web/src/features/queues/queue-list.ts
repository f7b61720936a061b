import { keepPreviousData } from '@tanstack/react-query'

/** Refresh interval for viewers, who get no pushes, ms. Source: spec 1, section 9. */
const lookAgainMs = 60_000

/** For the list of what was pushed to who handles the queue: asked only of them, and refreshed by the live channel. */
export const ofPushes = (mayHandle: boolean) => ({ enabled: mayHandle, placeholderData: keepPreviousData })

/** For the list of all in scope, for everybody else. */
export const ofScope = (mayHandle: boolean) => ({
  enabled: !mayHandle,
  placeholderData: keepPreviousData,
  refetchInterval: lookAgainMs,
})
