import type { SiteType } from '@huanwei/contract/sites/endpoints'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'

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
  /** '0' normal, '9' frozen. */
  status: text().$type<'0' | '9'>().notNull().default('0'),
})
