import { readdirSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { clientAuthorization } from '@huanwei/contract/session/rules'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { readConfig } from '../config.ts'
import { startProduct } from '../main.ts'
import { createEmptyDatabase, createTestDatabase, tallyIsExact } from '../test-kit.ts'
import { migrate } from './migrate.ts'
import { schemaOf } from './schema.test-kit.ts'

/** A database of commit 2677c78 (version 0.1.0, 24 migrations): some of the demo city and a minute of its fleet, with rows in every table. */
const fixture = 'version-0.1.0.sql.gz'
const fixtures = join(import.meta.dirname, 'fixtures')
/** Columns that later migrations rewrite, rename or drop, by table; every other column keeps its values. */
const rewritten: Record<string, string[]> = {
  violation_event: ['execute_action', 'object_type_name'],
  sys_log: ['title'],
  // Dictionaries are rows of their own now; a type is one dictionary, as it was.
  sys_dict_item: ['dict_id'],
  wc_report_to_clean: ['due_hours'],
  work_touch: ['vehicle_id'],
}
/** What is recounted instead: its figures were by day. */
const summed = 'msg_push_tally'
/** Marks of changed lists, which migrations leave where they change rows. */
const marks = 'list_change'
/** Texts that version 0.1.0 could store where codes are stored now, as far as the dump has none of them. */
const furtherTexts = `
  update violation_event v set execute_action = (array['记录、语音播报', '记录、短信', '记录、语音播报、短信'])[n]
  from (select id, row_number() over (order by id) as n from violation_event) numbered where numbered.id = v.id and n <= 3;
  update violation_event set object_type_name = '旧类型' where id = (select max(id) from violation_event);
  insert into sys_log (tenant_id, type, service_id, create_by, remote_addr, user_agent, params, title, method, request_uri) values
    (1, '0', '', 'admin', '', '', '', '新增报洁', 'POST', '/admin/wcReportToClean'),
    (1, '0', '', 'admin', '', '', '', '新增报洁', 'POST', '/admin/wcReportToClean/insertWcReportToClean'),
    (1, '0', '', 'admin', '', '', '', '强制下线', 'DELETE', '/admin/token/***'),
    (1, '9', '', 'admin', '', '', '', '新增报洁', '', '/');`

let url: string
let pool: pg.Pool
let fresh: pg.Pool
/** Texts of the violations before the migration. */
let violationTexts: z.infer<typeof ViolationTexts>[]
beforeAll(async () => {
  // The first test database of a run makes the role that the grants of the dump name.
  fresh = new pg.Pool({ connectionString: await createTestDatabase(), max: 1 })
  ;({ url, pool } = await restore(fixture))
  await pool.query(furtherTexts)
  violationTexts = (
    await pool.query<(typeof violationTexts)[number]>(
      'select id::int, execute_action as "executeAction", object_type_name as "objectTypeName" from violation_event order by id',
    )
  ).rows
})
afterAll(async () => {
  await pool.end()
  await fresh.end()
})

/** A database of its own with the dump. */
async function restore(name: string) {
  const url = await createEmptyDatabase()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const packed = await readFile(join(fixtures, name))
  await client.query((name.endsWith('.br') ? brotliDecompressSync(packed) : gunzipSync(packed)).toString())
  await client.end()
  return { url, pool: new pg.Pool({ connectionString: url, max: 3 }) }
}

type Table = { name: string; columns: string[] }

/** The product's tables with their columns as they are now. */
async function findTables(pool: pg.Pool): Promise<Table[]> {
  const { rows } = await pool.query(
    `select c.relname as name, array_agg(a.attname::text order by a.attname) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition group by 1 order by 1`,
  )
  return rows
}

/** Rows and a hash of the content of each table, over the columns given. */
async function contentOf(pool: pg.Pool, tables: Table[]) {
  const content: Record<string, { count: number; hash: string }> = {}
  for (const { name, columns } of tables) {
    const list = columns.filter((column) => !rewritten[name]?.includes(column)).map((column) => pg.escapeIdentifier(column))
    const { rows } = await pool.query(
      `select count(*)::int as count, md5(coalesce(string_agg(row_text, E'\n' order by row_text), '')) as hash
       from (select row(${list.join(', ')})::text as row_text from ${pg.escapeIdentifier(name)}) content`,
    )
    content[name] = rows[0]
  }
  return content
}

/** Items of dictionaries that are not in the dictionary of their type. */
const itemsElsewhere = `
  select i.id from sys_dict_item i left join sys_dict d on d.tenant_id = i.tenant_id and d.id = i.dict_id
  where d.type is distinct from i.type`

/** Cleaning reports whose code a new report could get again. */
const uncounted = `
  select code from wc_report_to_clean r where not exists (select from cleaning_code_counter c
    where c.tenant_id = r.tenant_id and to_char(c.day, 'YYYYMMDD') = substr(r.code, 3, 8) and c.last >= substr(r.code, 11)::int)`

test('data of version 0.1.0 are migrated without a loss, and end up with the schema of a new installation', async () => {
  const tables = (await findTables(pool)).filter(({ name }) => name !== summed)
  const before = await contentOf(pool, tables)
  expect(Object.values(before).filter(({ count }) => count === 0)).toEqual([])
  await migrate(pool, new Date())
  expect(await contentOf(pool, tables)).toEqual(before)
  await tallyIsExact({ owner: pool })
  expect((await pool.query('select title from sys_log order by id')).rows.map(({ title }) => title)).toEqual([
    'POST /admin/export',
    'PUT /admin/session/lock',
    'POST /admin/export',
    'POST /admin/wcReportToClean',
    'POST /admin/wcReportToClean/insertWcReportToClean',
    'DELETE /admin/token/:token',
    '新增报洁',
  ])
  expect((await pool.query(uncounted)).rows).toEqual([])
  expect((await pool.query(itemsElsewhere)).rows).toEqual([])
  expect(await schemaOf(pool)).toEqual(await schemaOf(fresh))
})

/** Dumps of later versions, by their last migration: some rows of each table; `tools/older-data/keep-version.ts` makes one. */
const later = readdirSync(fixtures).filter((name) => /^\d{4}_/.test(name))

test.each(later)('data of %s are migrated without a loss, and end up with the schema of a new installation', async (name) => {
  const { pool } = await restore(name)
  const tables = (await findTables(pool)).filter(({ name }) => name !== summed && name !== marks)
  const before = await contentOf(pool, tables)
  expect(Object.values(before).filter(({ count }) => count).length).toBeGreaterThan(35)
  await migrate(pool, new Date())
  expect(await contentOf(pool, tables)).toEqual(before)
  expect(await schemaOf(pool)).toEqual(await schemaOf(fresh))
  await pool.end()
})

const ViolationTexts = z.object({ id: z.number(), executeAction: z.string(), objectTypeName: z.string() })

test('the product starts on data of version 0.1.0: people log in, read their lists and judge', async () => {
  const home = await mkdtemp(join(tmpdir(), 'huanwei-test-'))
  const config = readConfig({
    PORT: '0',
    JT808_PORT: '0',
    JT1078_PORT: '0',
    JT808_FILES_PORT: '0',
    FTP_PORT: '0',
    VIDEO_API_PORT: '0',
    LOG_LEVEL: 'error',
    KEEP_DAYS: '3650',
    DATA_DIR: home,
    DATABASE_URL: url,
  })
  const product = await startProduct(config, (_name, work) => work())
  try {
    const body = new URLSearchParams({
      grant_type: 'password',
      username: 'admin',
      password: btoa('123456'),
    })
    const headers = { authorization: clientAuthorization, 'tenant-id': '1' }
    const reply = await fetch(`${product.address}/auth/oauth/token`, { method: 'POST', headers, body })
    const { access_token: token } = z.object({ access_token: z.string() }).parse(await reply.json())
    const call = async (path: string, init: RequestInit = {}, language = 'zh-CN') => {
      const given = { authorization: `Bearer ${token}`, 'content-type': 'application/json', cookie: `language=${language}` }
      const answer = await fetch(product.address + path, { ...init, headers: given })
      return z.object({ code: z.literal(0), data: z.unknown() }).parse(await answer.json()).data
    }
    const totalOf = async (path: string) => z.object({ total: z.number() }).parse(await call(`${path}?current=1&size=10`)).total
    const lists = {
      user: 'sys_user where tenant_id = 1',
      vehicle: 'vehicle where tenant_id = 1 and removed_time is null',
      area: 'area where tenant_id = 1',
      device: 'device where tenant_id = 1 or coalesce(tenant_id, 0) = 0',
      violationEvent: 'violation_event where tenant_id = 1',
      wcReportToClean: 'wc_report_to_clean where tenant_id = 1',
      wcComplaint: 'wc_complaint where tenant_id = 1',
    }
    const totals: Record<string, number> = {}
    const expected: Record<string, number> = {}
    for (const [list, rows] of Object.entries(lists)) {
      totals[list] = await totalOf(`/admin/${list}/page`)
      expected[list] = (await pool.query(`select count(*)::int as count from ${rows}`)).rows[0].count
    }
    expect(totals).toEqual(expected)
    const violationTextsIn = async (language: string) => {
      const { records } = z
        .object({ records: z.array(ViolationTexts) })
        .parse(await call('/admin/violationEvent/page?size=3000', {}, language))
      return records.sort((a, b) => a.id - b.id)
    }
    // What the terminal says has one name in all lists since then.
    const renamed = violationTexts.map((texts) => ({
      ...texts,
      executeAction: texts.executeAction.replace('语音提醒', '语音播报'),
    }))
    expect(await violationTextsIn('zh-CN')).toEqual(renamed)
    const english = await violationTextsIn('en-US')
    expect(new Set(english.map(({ executeAction }) => executeAction))).toEqual(
      new Set(['Recorded', 'Read aloud', 'Recorded, read aloud', 'Recorded, text message', 'Recorded, read aloud, text message']),
    )
    expect(english.filter(({ objectTypeName }) => /\p{Script=Han}/u.test(objectTypeName))).toMatchObject([
      { objectTypeName: '旧类型' },
    ])
    const pending = 'select id from violation_event where tenant_id = 1 and alarm_type = -1 order by id'
    const { rows } = await pool.query<{ id: string }>(pending)
    const verdict = { id: Number(rows[0]?.id), alarmType: 1, notes: '' }
    await call('/admin/violationEvent', { method: 'PUT', body: JSON.stringify(verdict) })
    expect((await pool.query(pending)).rowCount).toBe(rows.length - 1)
    await tallyIsExact({ owner: pool })
  } finally {
    await product.stop()
    await rm(home, { recursive: true })
  }
}, 300_000)
