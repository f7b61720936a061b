import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { updated } from '../../db/columns.ts'

/** Names of an organisation and the outside servers it uses; at most one row per tenant. Source: spec 1, section 3. */
export const units = pgTable('unit_info', {
  tenantId: integer().primaryKey(),
  systemName: text().notNull().default(''),
  shortName: text().notNull().default(''),
  /** Names of stored files. */
  logo: text().notNull().default(''),
  ico: text().notNull().default(''),
  /** Contact for those who cannot log in. */
  contact: text().notNull().default(''),
  /** The video server's host, and how this server logs in there; never sent to a browser. */
  videoSource: text().notNull().default(''),
  account: text().notNull().default(''),
  password: text().notNull().default(''),
  intercomAccount: text().notNull().default(''),
  intercomPassword: text().notNull().default(''),
  intercomUrl: text().notNull().default(''),
  /** Origins that `/myiframe` and outside links may lead to, `https://example.cn`. */
  frameOrigins: text().array().notNull().default([]),
  /** Pages of other systems: the GPS page behind the video item, the evaluation site behind `/cwy`, the page of `/page-feixiang`. */
  gpsUrl: text().notNull().default(''),
  evaluationUrl: text().notNull().default(''),
  feixiangUrl: text().notNull().default(''),
  ...updated,
})
