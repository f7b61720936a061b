// @vitest-environment jsdom
import { addFacility } from '@huanwei/server/test-kit'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { dialog, patience, press, rowsOf, screenTest, slow } from '../../../test/screen.tsx'
import { TokensPage } from '../../tokens/TokensPage.tsx'
import { TokensSearch } from '../../tokens/token-search.ts'

const { kit, open } = screenTest(['tokens', 'boards', 'pages', 'list'])
const texts = async () => (await rowsOf('看板令牌')).map((row) => row.textContent)

/** Reads a board as a screen without a log-in. */
async function read(address: URL) {
  const { token, facilityId } = Object.fromEntries(address.searchParams)
  const about = { token, ...(facilityId && { facilityId: Number(facilityId) }) }
  const payload = { path: address.pathname, ...about, screen: 'hall', build: 'b9', dataAge: 4 }
  return (await kit.server.app.inject({ method: 'POST', url: '/open/board/get', payload })).json()
}

test('an address with a token is made and shown once, its screens are listed, and revoked it opens nothing', slow, async () => {
  open(TokensPage, TokensSearch, { tab: 'boards' })
  await screen.findByText('还没有看板令牌', {}, patience)
  await press('新增令牌')
  const form = await dialog('新增令牌')
  await userEvent.type(within(form).getByRole('combobox', { name: '看板' }), '华阴大屏')
  await userEvent.click(await screen.findByTitle('华阴大屏', {}, patience))
  await userEvent.type(within(form).getByRole('textbox', { name: '安装位置' }), '三楼大厅')
  await press('确定', form)
  const made = await dialog('令牌已生成')
  const address = new URL(within(made).getByText(/\?token=/).textContent ?? '')
  expect(address.searchParams.get('title')).toBe('华阴大屏')
  expect((await read(address)).code).toBe(0)
  await userEvent.click(within(made).getAllByRole('button', { name: '关闭' }).at(-1)!)
  await vi.waitFor(async () => expect(await texts()).toEqual([expect.stringMatching(/华阴大屏三楼大厅全部/)]), patience)

  await userEvent.click(screen.getByRole('radio', { name: '看板屏幕' }))
  await vi.waitFor(
    async () =>
      expect((await rowsOf('看板屏幕')).map((row) => row.textContent)).toEqual([
        expect.stringMatching(/华阴大屏三楼大厅全部127\.0\.0\.1.*4/),
      ]),
    { timeout: 30_000 },
  )

  await userEvent.click(screen.getByRole('button', { name: '详情' }))
  const drawer = await dialog('华阴大屏')
  expect(within(drawer).queryByText(/token=/)).toBeNull()
  await within(drawer).findByText('127.0.0.1', {}, { timeout: 30_000 })
  await press('吊销', drawer)
  await press('吊销', await dialog('确定要吊销该令牌吗?'))
  await screen.findByText('没有屏幕在用', {}, patience)
  expect((await read(address)).data).toBe('board_token')
})

test('the address of a sign names the facility that is chosen once the token is made', slow, async () => {
  const { facilityId } = await addFacility(kit.server.db, { name: '天府公厕' })
  open(TokensPage, TokensSearch, { tab: 'boards' })
  await screen.findByText('还没有看板令牌', {}, patience)
  await press('新增令牌')
  const form = await dialog('新增令牌')
  await userEvent.type(within(form).getByRole('combobox', { name: '看板' }), '公厕指示牌')
  await userEvent.click(await screen.findByTitle('公厕指示牌', {}, patience))
  await press('确定', form)
  const made = await dialog('令牌已生成')
  expect(within(made).queryByText(/token=/)).toBeNull()
  await userEvent.click(within(made).getByRole('combobox', { name: '设施' }))
  await userEvent.click(await screen.findByTitle('天府公厕', {}, patience))
  const address = new URL((await within(made).findByText(/token=/)).textContent ?? '')
  expect(Object.fromEntries(address.searchParams)).toMatchObject({ facilityId: String(facilityId) })
  expect(address.searchParams.has('title')).toBe(false)
  await vi.waitFor(async () => expect((await read(address)).data.board?.title).toBe('天府公厕'), patience)
})
