import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openOwner } from '@huanwei/server/db/connect'
import { createEmptyDatabase, createTestDatabase } from '@huanwei/server/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { root } from './build-web.ts'

let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'huanwei-backup-tool-'))
})
afterAll(() => rm(home, { recursive: true, force: true }))

const Scripts = z.object({ scripts: z.object({ backup: z.string(), restore: z.string() }) })

/** Runs what `npm run <script> -- …` runs, without npm, with these settings. Returns the exit code and what was printed. */
async function run(script: 'backup' | 'restore', settings: Record<string, string>, ...words: string[]) {
  const { scripts } = Scripts.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')))
  const [node, installs, ...args] = scripts[script].split(' ')
  expect([node, installs]).toEqual(['node', 'tools/ensure-installed.mjs'])
  const env = { ...process.env, DATA_DIR: join(home, 'data'), ...settings }
  return new Promise<{ code: number | null; text: string }>((done) => {
    const child = execFile(process.execPath, [...args, ...words], { cwd: root, env }, (_, stdout, stderr) =>
      done({ code: child.exitCode, text: stdout + stderr }),
    )
  })
}

const tenantsOf = async (url: string) => {
  const owner = openOwner(url)
  const { rows } = await owner.query('select id, name from sys_tenant order by id').finally(() => owner.end())
  return rows
}

test('a backup is written into a folder and restored, by their own names and as before, and says of which database', async () => {
  const url = await createTestDatabase()
  const [own, named] = [join(home, 'own'), join(home, 'named')]
  const database = new URL(url).pathname.slice(1)
  const written = await run('backup', { DATABASE_URL: url }, own)
  expect(written).toMatchObject({
    code: 0,
    text: expect.stringMatching(`^✓ written from the database ${database} at /.+ rows of `),
  })
  expect((await run('backup', { DATABASE_URL: url }, 'write', named)).code).toBe(0)
  expect((await readdir(named)).toSorted()).toEqual(['files', 'manifest.json', 'settings.json', 'tables'])

  const [target, other] = [await createEmptyDatabase(), await createEmptyDatabase()]
  const restored = await run('restore', { DATABASE_URL: target }, own)
  expect(restored).toMatchObject({ code: 0, text: expect.stringMatching(/^✓ restored into the database /) })
  expect((await run('backup', { DATABASE_URL: other }, 'restore', named)).code).toBe(0)
  for (const copy of [target, other]) expect(await tenantsOf(copy)).toEqual(await tenantsOf(url))
})

test('the settings are in the backup, secrets by name alone, and a restore says which of them differ', async () => {
  const [url, target, folder] = [await createTestDatabase(), await createEmptyDatabase(), join(home, 'settings')]
  await run('backup', { DATABASE_URL: url, KEEP_DAYS: '365', CLIENT_SECRET: 'a-broom-and-a-cart' }, folder)
  const written = await readFile(join(folder, 'settings.json'), 'utf8')
  expect(JSON.parse(written)).toMatchObject({ KEEP_DAYS: '365', CLIENT_SECRET: null, DATABASE_URL: null })
  expect(written).not.toContain('a-broom-and-a-cart')

  const { code, text } = await run('restore', { DATABASE_URL: target, KEEP_DAYS: '30' }, folder)
  expect(code).toBe(0)
  expect(text.split('\n').slice(1, -1)).toEqual([
    '  settings that differ:',
    '    KEEP_DAYS: "365" in the backup, "30" here',
    '    CLIENT_SECRET: a secret in the backup, not set here',
  ])
})

test('a damaged day of positions is named, and the rest is restored without it', async () => {
  const [url, target, folder] = [await createTestDatabase(), await createEmptyDatabase(), join(home, 'damaged')]
  await run('backup', { DATABASE_URL: url }, folder)
  await writeFile(join(folder, 'tables/position_default.copy.gz'), 'no longer what it was')
  const refused = await run('restore', { DATABASE_URL: target }, folder)
  expect(refused).toMatchObject({ code: 1, text: expect.stringContaining('tables/position_default.copy.gz was changed') })
  const restored = await run('restore', { DATABASE_URL: target }, folder, '--without', 'position_default')
  expect(restored).toMatchObject({ code: 0, text: expect.stringContaining('\n  without position_default\n') })
  expect(await tenantsOf(target)).toEqual(await tenantsOf(url))
})

test('a backup of no database is refused and makes none', async () => {
  const folder = join(home, 'nothing')
  const { code, text } = await run('backup', { DATABASE_URL: '' }, folder)
  expect([code, text]).toEqual([1, expect.stringContaining(`DATA_DIR (${join(home, 'data')}) has none`)])
  expect(await readdir(home)).not.toContain('nothing')
  expect(await readdir(join(home, 'data')).catch(() => [])).not.toContain('pg')
})

test.each([[[]], [['restore']], [['--help']], [['one', 'two']], [['one', '--without', 'position_default']]])(
  '%j is answered with the usage',
  async (words) => {
    const { code, text } = await run('backup', {}, ...words)
    expect(code).toBe(1)
    expect(text).toContain('npm run backup -- DIR')
    expect(text).toContain('npm run restore -- DIR')
  },
)
