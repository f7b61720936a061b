import type { SiteType } from '@huanwei/contract/sites/endpoints'
import type { TenantStatus } from '@huanwei/contract/tenants/codes'
import { sql } from 'drizzle-orm'
import { date, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, updated } from '../../db/columns.ts'

/** An organisation. The host a browser came through picks it before the login. */
export const tenants = pgTable('sys_tenant', {
  id: integer().primaryKey(),
  name: text().notNull(),
  code: text().notNull(),
  hosts: text().array().notNull(),
  type: text().$type<SiteType>().notNull(),
  title: text().notNull(),
  shortName: text().notNull(),
  /** The pages and permissions of the product that the tenant once got (menu names and permissions): what an administrator removed does not come back. */
  seeded: text().array().notNull().default([]),
  /** What the product had for tenants when this one last got it; see `seedsVersion`. */
  seedsVersion: text().notNull().default(''),
  status: text().$type<TenantStatus>().notNull().default('0'),
  /** People can log in from `startTime` on, until `endTime`. */
  startTime: instant(),
  endTime: instant(),
  /** Limits, kept by triggers; null for none. */
  maxUsers: integer(),
  maxTerminals: integer(),
  remark: text().notNull().default(''),
  /** The last day on which its people were told of their deadlines; on the first day there is nothing to tell. */
  digestDay: date({ mode: 'string' }).notNull().default(sql`current_date`),
  /** Since then its data are being deleted. */
  removedTime: instant(),
  createTime: instant().notNull().default(sql`now()`),
  ...updated,
})

/** True for a tenant whose people can log in now. */
export const isOpen = sql<boolean>`${tenants.status} = '0' and ${tenants.removedTime} is null
  and now() >= coalesce(${tenants.startTime}, '-infinity') and now() < coalesce(${tenants.endTime}, 'infinity')`
