// @vitest-environment jsdom
import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { dialog, patience, press, rowsOf, screenTest, slow } from '../../test/screen.tsx'
import { ClientsPage } from './ClientsPage.tsx'
import { ClientsSearch } from './client-search.ts'
import { type Example, examples } from './examples.ts'

const { kit, open } = screenTest(['clients', 'menus', 'list'])
const texts = async () => (await rowsOf('客户端')).map((row) => row.textContent)
const run = promisify(execFile)

async function makeClient(fields: object = {}): Promise<{ clientId: string; secret: string }> {
  return (await kit.person.call('POST', '/admin/client', { name: '程序', ...fields })).data
}

test('a client is made, its secret is shown once, it is stopped, and it is removed', slow, async () => {
  open(ClientsPage, ClientsSearch, {})
  await screen.findByText('还没有客户端', {}, patience)
  await press('新增客户端')
  const form = await dialog('新增客户端')
  await userEvent.type(within(form).getByRole('textbox', { name: '名称' }), '街道平台')
  await userEvent.type(within(form).getByRole('combobox', { name: '权限' }), '新增班次')
  await userEvent.click(await screen.findByTitle('新增班次', {}, patience))
  await press('确定', form)
  const made = await dialog('客户端已生成')
  const secret = within(made).getByText(/^[\w-]{43}$/).textContent
  await userEvent.click(within(made).getAllByRole('button', { name: '关闭' }).at(-1)!)
  await vi.waitFor(
    async () => expect(await texts()).toEqual([expect.stringMatching(/街道平台hw.*全部.*不限期.*启用.*从未/)]),
    patience,
  )

  await userEvent.click(screen.getByRole('button', { name: '详情' }))
  const drawer = await dialog('街道平台')
  expect(within(drawer).getByText('新增班次')).toBeTruthy()
  expect(document.body.textContent).not.toContain(secret)
  await userEvent.click(within(drawer).getByRole('switch', { name: '停用' }))
  await press('确定', drawer)
  await vi.waitFor(async () => expect(await texts()).toEqual([expect.stringContaining('已停用')]), patience)

  await userEvent.click(screen.getByRole('button', { name: '详情' }))
  const again = await dialog('街道平台')
  await press('更换密钥', again)
  await press('更换密钥', await dialog('确定要更换密钥吗?'))
  const renewed = await dialog('密钥已更换')
  expect(within(renewed).getByText(/^[\w-]{43}$/).textContent).not.toBe(secret)
  await userEvent.click(within(renewed).getAllByRole('button', { name: '关闭' }).at(-1)!)

  await userEvent.click(screen.getByRole('button', { name: '详情' }))
  const last = await dialog('街道平台')
  await press('删除', last)
  await press('删除', await dialog('确定要删除该客户端吗?'))
  await screen.findByText('还没有客户端', {}, patience)
})

test('the guide shows each open call as a program, and what it needs', slow, async () => {
  open(ClientsPage, ClientsSearch, { tab: 'calls' })
  expect((await screen.findByText(/curl -sS/, {}, patience)).textContent).toContain(
    "path='/open/api/v1/vehicle/page?current=1&size=20'",
  )
  expect(screen.getByText('每个客户端都能调用。')).toBeTruthy()
  await userEvent.click(screen.getByRole('combobox', { name: '接口' }))
  await userEvent.type(screen.getByRole('combobox', { name: '接口' }), 'POST /open/api/v1/shift')
  await userEvent.click(await screen.findByTitle(/^POST \/open\/api\/v1\/shift · /, {}, patience))
  await screen.findByText('需要权限：新增班次')
  await userEvent.click(screen.getByRole('radio', { name: 'Python' }))
  expect((await screen.findByText(/import hashlib/)).textContent).toContain("b'{}'".slice(1))
})

/** Programs that run an example from a file, where they are. */
const runners = {
  shell: (file: string) => ['bash', [file]],
  typescript: (file: string) => [process.execPath, [file]],
  java: (file: string) => ['java', [file]],
  python: (file: string) => ['python3', [file]],
} as const satisfies Record<string, (file: string) => readonly [string, string[]]>
const endings = { shell: 'sh', typescript: 'ts', java: 'java', python: 'py' } as const

describe.each(['shell', 'typescript', 'java', 'python'] as const)('the example in %s', (language) => {
  // Left out, and said to be, where its program is missing.
  const isThere = spawnSync(runners[language]('')[0], ['--version']).error === undefined
  test.runIf(isThere)('calls the server', slow, () => callsServer(language))
})

async function callsServer(language: keyof typeof runners) {
  const host = await kit.server.app.listen({ host: '127.0.0.1', port: 0 }).catch(() => kit.server.app.listeningOrigin)
  const { clientId, secret } = await makeClient({ permissions: ['admin_shift_add'] })
  const folder = await mkdtemp(join(tmpdir(), 'huanwei-example-'))
  const ask = async (call: Pick<Example, 'method' | 'path' | 'body'>) => {
    const file = join(folder, `call.${endings[language]}`)
    await writeFile(file, examples[language]({ host, clientId, ...call }))
    const [program, args] = runners[language](file)
    const { stdout } = await run(program, args, { env: { ...process.env, HUANWEI_SECRET: secret } })
    return JSON.parse(stdout)
  }
  try {
    const page = await ask({ method: 'GET', path: '/open/api/v1/vehicle/page?current=1&size=20', body: '' })
    expect(page).toMatchObject({ code: 0, data: { total: expect.any(Number) } })
    const body = JSON.stringify({ name: `班次 ${language}`, start: '06:00', end: '12:00', weekdays: [1] })
    expect(await ask({ method: 'POST', path: '/open/api/v1/shift', body })).toMatchObject({ code: 0, data: { start: '06:00' } })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
