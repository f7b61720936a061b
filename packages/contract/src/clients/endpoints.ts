import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { day, done, id, nothing, orNone, whole, word } from '../fields.ts'
import { lastChange, madeFrom } from '../last-change.ts'
import { permissions } from '../permissions.ts'

/** Clients of an organisation at most. */
export const mostClients = 200

/** A client never administers the whole installation. */
const ClientPermission = z.enum(permissions).exclude(['platform_admin'])
export type ClientPermission = z.infer<typeof ClientPermission>

const fields = {
  name: z.string(word('enterClientName')).trim().min(1, word('enterClientName')).max(60),
  /** Permissions of the client: those alone that whoever saves it holds, and for as long as they hold them. */
  permissions: z.array(ClientPermission).max(permissions.length).default([]),
  /** The client sees this department and all below it, as far as whoever saved it does; without it as much as they see. */
  deptId: orNone(id),
  /** Addresses and networks it may call from, separated by commas; empty for any. */
  addressRange: z.string().trim().max(300).default(''),
  /** Calls in a minute. */
  rate: whole(z.number().int().min(1).max(6000)).default(600),
  /** Last day on which it may call; without it there is none. */
  expires: orNone(day),
  /** Accepts the family's MD5 signature beside HMAC-SHA256. */
  acceptsMd5: z.boolean().default(false),
  isStopped: z.boolean().default(false),
}

/** A program that may call the open API; its secret never leaves the server again. Source: spec 3, section 18. */
export const Client = z.object({
  ...fields,
  id: z.number(),
  /** Name of the client in the header `client-id`. */
  clientId: z.string(),
  deptId: z.number().nullable(),
  deptName: z.string(),
  expires: z.string().nullable(),
  /** Display name of the user who saved it last, with whose rights it calls. */
  ownerName: z.string(),
  /** Last call that was accepted; null before the first. Written once a minute at most. */
  lastTime: z.string().nullable(),
  lastAddress: z.string(),
  createTime: z.string(),
  ...lastChange,
})
export type Client = z.infer<typeof Client>

/** The clients in the caller's scope, newest first. */
export const listClients = endpoint({
  method: 'GET',
  path: '/admin/client/list',
  access: { permission: 'admin_client_view' },
  input: nothing,
  output: z.array(Client),
})

/** Makes a client. Its secret is told this once: sealed where it is stored, it is read by nobody. */
export const addClient = endpoint({
  method: 'POST',
  path: '/admin/client',
  access: { permission: 'admin_client_add' },
  input: z.object(fields),
  output: z.object({ id: z.number(), clientId: z.string(), secret: z.string() }),
})

/** Changes a client; whoever does becomes its owner. */
export const changeClient = endpoint({
  method: 'PUT',
  path: '/admin/client',
  access: { permission: 'admin_client_edit' },
  input: z.object({ id, ...fields, ...madeFrom }),
  output: Client,
})

/** Gives a client a new secret; the former one ends. */
export const renewClientSecret = endpoint({
  method: 'PUT',
  path: '/admin/client/secret',
  access: { permission: 'admin_client_edit' },
  input: z.object({ id, ...madeFrom }),
  output: z.object({ secret: z.string(), ...lastChange }),
})

export const removeClient = endpoint({
  method: 'DELETE',
  path: '/admin/client/:id',
  access: { permission: 'admin_client_del' },
  input: z.object({ id, ...madeFrom }),
  output: done,
})

/** Calls that are open to clients, in the order of their paths. `permission` is null for what every client may read. */
export const listOpenCalls = endpoint({
  method: 'GET',
  path: '/admin/client/calls',
  access: { permission: 'admin_client_view' },
  input: nothing,
  output: z.array(
    z.object({
      method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
      /** Whole path of the open call, with `:name` for each part that is filled in. */
      path: z.string(),
      /** What it does, in the caller's language. */
      name: z.string(),
      permission: z.enum(permissions).nullable(),
    }),
  ),
})
