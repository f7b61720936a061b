import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openOwner } from '@huanwei/server/db/connect'
import { createTestDatabase } from '@huanwei/server/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from './build-web.ts'

let folder: string
let url: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'huanwei-tenant-'))
  url = await createTestDatabase()
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Creates the organisation with this id. Returns the exit code and what was printed. */
const create = (id: number, settings: Record<string, string>) =>
  new Promise<{ code: number | null; text: string }>((done) => {
    const args = ['tools/create-tenant.ts', '--id', String(id), '--name', `第${id}公司`, '--host', `${id}.example.cn`]
    const env = { ...process.env, DATABASE_URL: url, ...settings }
    const child = execFile(process.execPath, args, { cwd: root, env }, (_, stdout, stderr) =>
      done({ code: child.exitCode, text: stdout + stderr }),
    )
    child.stdin?.end()
  })

test('the password of the first administrator can be in a file, as other secrets', async () => {
  const file = join(folder, 'password')
  writeFileSync(file, 'broom-and-cart\n')
  expect(await create(8, { ADMIN_PASSWORD_FILE: file })).toEqual({ code: 0, text: '✓ 第8公司 (8) with the account admin\n' })
  const owner = openOwner(url)
  const { rows } = await owner.query('select username from sys_user where tenant_id = 8').finally(() => owner.end())
  expect(rows).toEqual([{ username: 'admin' }])

  const twice = await create(9, { ADMIN_PASSWORD: 'broom-and-cart', ADMIN_PASSWORD_FILE: file })
  expect([twice.code, twice.text]).toEqual([1, expect.stringContaining('ADMIN_PASSWORD: given twice')])
  writeFileSync(file, 'short')
  expect(await create(9, { ADMIN_PASSWORD_FILE: file })).toMatchObject({ code: 1, text: expect.stringContaining('at least') })
})
