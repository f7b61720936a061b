import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, nothing, word } from '../fields.ts'

/** Lock of this log-in's screen, whether it has a lock password, and the address of the person's picture (null without one). */
export const getLock = endpoint({
  method: 'GET',
  path: '/admin/session/lock',
  access: 'session',
  whileLocked: true,
  input: nothing,
  output: z.object({ isLocked: z.boolean(), hasPassword: z.boolean(), picture: z.string().nullable() }),
})

/** Locks the log-in, in all its tabs and on the server. The first lock brings the password, later ones may leave it out; without one 409. */
export const lockSession = endpoint({
  method: 'PUT',
  path: '/admin/session/lock',
  access: 'session',
  input: z.object({ password: z.string().min(1, word('lockPasswordEmpty')).max(64).optional() }),
  output: done,
})

/** Opens a locked log-in. A wrong password is 426; from the fifth on each makes the next try wait twice as long (429). */
export const unlockSession = endpoint({
  method: 'PUT',
  path: '/admin/session/unlock',
  access: 'session',
  whileLocked: true,
  input: z.object({ password: z.string().max(64) }),
  output: done,
})
