import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { dateTime, done, id, nothing, orNone, whole, word } from '../fields.ts'
import { lastChange, madeFrom } from '../last-change.ts'
import { page, pageQuery } from '../page.ts'
import { SiteType } from '../sites/endpoints.ts'
import { NewPassword, Username } from '../users/endpoints.ts'
import { TenantStatus } from './codes.ts'

/** A host name or address without scheme, port and path. */
const host = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/, word('hostFormat'))

/** Greatest number of something; null for no limit. */
const limit = whole(z.number().int().min(1).max(10_000_000)).nullable().default(null)

const fields = {
  name: z.string().trim().min(1, word('enterTenantName')).max(50),
  /** Unique over the installation. */
  code: z.string().trim().min(1, word('enterTenantCode')).max(20),
  /** The host a browser comes through picks the tenant: each belongs to one. */
  hosts: z.array(host).max(20).default([]),
  type: z.enum(SiteType).default(SiteType.sanitation),
  /** Empty for the title of the type. */
  title: z.string().trim().max(50).default(''),
  shortName: z.string().trim().max(20).default(''),
  status: z.enum(TenantStatus).default(TenantStatus.normal),
  /** Nobody logs in before `startTime` and from `endTime` on. */
  startTime: dateTime.nullable().default(null),
  endTime: dateTime.nullable().default(null),
  maxUsers: limit,
  /** Bound terminals. */
  maxTerminals: limit,
  remark: z.string().trim().max(500).default(''),
}

/** An organisation of the installation. Source: spec 3, section 19. */
export const Tenant = z.object({
  ...fields,
  id: z.number(),
  users: z.number(),
  /** Bound ones. */
  terminals: z.number(),
  /** Bytes of stored files. */
  fileBytes: z.number(),
  /** True while all its data are being deleted. */
  isBeingRemoved: z.boolean(),
  createTime: z.string(),
  ...lastChange,
})
export type Tenant = z.infer<typeof Tenant>

const access = { permission: 'platform_admin' } as const

/** The tenant of the host that is asked, when people can log in to it: whom an installation serves is nobody else's business. Source: spec 4, S0 §7. */
export const getTenants = endpoint({
  method: 'GET',
  path: '/admin/tenant/list',
  access: 'public',
  input: nothing,
  output: z.array(Tenant.pick({ id: true, name: true, code: true, startTime: true, endTime: true, status: true })),
})

/** The tenants of the installation by id. `name` is looked for in names, codes and hosts. */
export const listTenants = endpoint({
  method: 'GET',
  path: '/admin/tenant/page',
  access,
  input: pageQuery.extend({ name: orNone(z.string().max(50)), status: orNone(z.enum(TenantStatus)) }),
  output: page(Tenant),
})

export const getTenant = endpoint({
  method: 'GET',
  path: '/admin/tenant/:id',
  access,
  input: z.object({ id }),
  output: Tenant,
})

/** Adds a tenant with its menu, dictionaries, root department and the account of its administrator. */
export const addTenant = endpoint({
  method: 'POST',
  path: '/admin/tenant',
  access,
  input: z.object({ ...fields, username: Username, password: NewPassword }),
  output: Tenant,
})

/** Freezing ends every session of the tenant. The caller's own tenant can be neither frozen nor limited in time. */
export const changeTenant = endpoint({
  method: 'PUT',
  path: '/admin/tenant',
  access,
  input: z.object({ id, ...fields, ...madeFrom }),
  output: Tenant,
})

/** Deletes a frozen tenant with all its data and files, table by table in the background. `name` repeats its name, so that no slip of the finger does it. */
export const removeTenant = endpoint({
  method: 'DELETE',
  path: '/admin/tenant/:id',
  access,
  input: z.object({ id, name: z.string().trim().max(50).default(''), ...madeFrom }),
  output: done,
})

/** Address of the tenant's archive, valid for some minutes. */
export const getTenantArchiveUrl = endpoint({
  method: 'GET',
  path: '/admin/tenant/:id/archiveUrl',
  access,
  input: z.object({ id }),
  output: z.object({ url: z.string() }),
})

/** All rows of the tenant, JSON lines by table without passwords and secrets, and its files, as one zip. */
export const getTenantArchive = endpoint({
  method: 'GET',
  path: '/admin/tenant/:id/archive',
  access: 'signed',
  bare: true,
  input: z.object({ id, expires: z.string().optional(), signature: z.string().optional() }),
  output: z.unknown(),
})
