import { readFile } from 'node:fs/promises'
import { addBoardToken } from '@huanwei/contract/boards/endpoints'
import { addOwnBoard, changeOwnBoard, getOwnBoard, publishOwnBoard } from '@huanwei/contract/designs/endpoints'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn } from './api.ts'
import { lookAt } from './looks.ts'
import { people, signInAsNew } from './person.ts'
import { startPrepared } from './prepared.ts'
import type { Product } from './product.ts'

const { arrive, consoleMessages } = people()
let product: Product
beforeAll(async () => {
  product = await startPrepared({ SIMULATE: 'off' })
})
afterAll(() => product?.remove())

const panels = (page: Page) => page.locator('.board-draft-panel')
const boxOf = async (panel: Locator) => (await panel.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }

/** Drags a panel by its middle, px. */
async function drag(page: Page, panel: Locator, by: { x: number; y: number }) {
  const { x, y, width, height } = await boxOf(panel)
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width / 2 + by.x / 2, y + height / 2 + by.y / 2, { steps: 5 })
  await page.mouse.move(x + width / 2 + by.x, y + height / 2 + by.y, { steps: 5 })
  await page.mouse.up()
}

test('an administrator copies a preset, changes it, publishes it for a screen and takes it back', async () => {
  const page = await arrive('editor', { width: 1366, height: 900 })
  await signInAsNew(page, product.url)
  await page.goto(`${product.url}/system/board/index`)
  await page.getByRole('button', { name: '新建看板' }).first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('combobox', { name: '复制自' }).fill('华润大屏（新版）')
  await page.locator('.ant-select-item-option').getByText('华润大屏（新版）', { exact: true }).click()
  await drawer.getByRole('button', { name: '确定' }).click()
  await page.getByRole('heading', { name: '华润大屏（新版） 副本' }).waitFor()
  const count = await panels(page).count()

  // There is room below once the last panel is gone.
  const last = panels(page).last()
  await last.focus()
  await page.keyboard.press('Delete')
  await expect.poll(() => panels(page).count()).toBe(count - 1)
  const moved = page.locator('.board-draft-panel[data-panel$="mostEvents"]').last()
  const before = await moved.getAttribute('aria-label')
  const { width } = await boxOf(moved)
  await drag(page, moved, { x: width, y: 0 })
  await expect.poll(() => moved.getAttribute('aria-label')).not.toBe(before)
  const dragged = await moved.getAttribute('aria-label')
  await moved.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => moved.getAttribute('aria-label')).not.toBe(dragged)
  await page.keyboard.press('Control+z')
  await expect.poll(() => moved.getAttribute('aria-label')).toBe(dragged)

  await moved.focus()
  await page.getByRole('textbox', { name: '面板标题 (简体中文)' }).fill('三楼关注的车辆')
  await page.getByRole('button', { name: '添加面板' }).click()
  await expect.poll(() => panels(page).count()).toBe(count)
  await lookAt(page, 'the editor of boards', { ready: panels(page).last(), within: '.board-editor' })
  await page.getByRole('button', { name: '发布' }).click()
  await page.locator('.board-editor-bar').getByText('已发布 · 版本 1').waitFor()

  const path = await page.getByRole('link', { name: '打开看板' }).getAttribute('href')
  const { token } = await (await logIn(product.url)).call(addBoardToken, { path: path ?? '' })
  const wall = await arrive('wall')
  await wall.goto(`${product.url}${path}?token=${token}`)
  await wall.getByRole('heading', { name: '三楼关注的车辆' }).waitFor()
  expect(await wall.locator('.board-panel').count()).toBe(count)

  await page.getByRole('button', { name: '取消发布' }).click()
  await page.getByRole('dialog', { name: '确定要取消发布该看板吗?' }).getByRole('button', { name: '取消发布' }).click()
  await wall.getByText('该看板未发布、已撤回或已删除').waitFor()
  expect(await wall.locator('.board-panel').count()).toBe(0)
})

test('who saves after somebody else is told, keeps their own work and can save it then', async () => {
  const page = await arrive('second editor', { width: 1366, height: 900 })
  await signInAsNew(page, product.url)
  const other = await logIn(product.url)
  const made = await other.call(addOwnBoard, { path: '/order/signboard/index' })
  await page.goto(`${product.url}/system/board/index?open=${made.id}`)
  await panels(page).last().focus()
  await page.keyboard.press('Delete')
  await other.call(changeOwnBoard, { id: made.id, definition: { ...made.definition, theme: 'green' } })
  const save = page.getByRole('button', { name: '保存' })
  await save.click()
  const told = page.getByRole('alert').filter({ hasText: '保留我的修改' })
  await told.getByRole('button', { name: '保留我的修改' }).click()
  await told.waitFor({ state: 'detached' })
  await save.click()
  await page.getByText('有未保存的修改').waitFor({ state: 'detached' })
  const { definition } = await other.call(getOwnBoard, { id: made.id })
  expect([definition.theme, definition.panels.length]).toEqual(['blue', made.definition.panels.length - 1])
})

test('a board is exported to a file and imported again; what is wrong with a file is said panel by panel', async () => {
  const page = await arrive('exporter', { width: 1366, height: 900 })
  await signInAsNew(page, product.url)
  const { id, definition } = await (await logIn(product.url)).call(addOwnBoard, { path: '/order/signboard/index' })
  await page.goto(`${product.url}/system/board/index?open=${id}`)
  const title = definition.title['zh-CN']
  await page.getByRole('heading', { name: title }).waitFor()
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '导出', exact: true }).click(),
  ])
  expect(saved.suggestedFilename()).toBe(`${title}.json`)
  const text = await readFile(await saved.path(), 'utf8')
  expect(JSON.parse(text)).toEqual(definition)

  await page.getByRole('button', { name: '返回列表' }).click()
  const bring = async (sent: string) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: '导入', exact: true }).click(),
    ])
    await chooser.setFiles({ name: 'board.json', mimeType: 'application/json', buffer: Buffer.from(sent) })
  }
  await bring(JSON.stringify({ ...definition, panels: [{ ...definition.panels[0], source: 'weather' }] }))
  const wrong = page.getByRole('dialog', { name: '不能导入该文件' })
  await wrong.getByText('面板 1').waitFor()
  await wrong.getByRole('button').click()
  await bring(text)
  await page.getByRole('heading', { name: title }).waitFor()
  await expect.poll(() => panels(page).count()).toBe(definition.panels.length)
  expect(new URL(page.url()).searchParams.get('open')).not.toBe(String(id))
})

test('an earlier version is looked at and made the draft again', async () => {
  const page = await arrive('historian', { width: 1366, height: 900 })
  await signInAsNew(page, product.url)
  const { call } = await logIn(product.url)
  const { id, definition } = await call(addOwnBoard, { path: '/order/signboard/index' })
  await call(publishOwnBoard, { id })
  await call(changeOwnBoard, { id, definition: { ...definition, theme: 'green' } })
  await call(publishOwnBoard, { id })
  await page.goto(`${product.url}/system/board/index?open=${id}`)
  await page.getByRole('button', { name: '历史版本' }).click()
  const versions = page.getByRole('list', { name: '历史版本' }).getByRole('listitem')
  await versions.filter({ hasText: '版本 2' }).getByText('正在屏幕上').waitFor()
  await lookAt(page, 'versions of a board', { ready: page.locator('.board-versions li').last(), within: '[role=dialog]' })
  await versions.filter({ hasText: '版本 1' }).getByRole('button', { name: '查看' }).click()
  await page.getByText('正在查看版本 1').waitFor()
  await page.getByRole('button', { name: '恢复为草稿' }).click()
  await page.locator('.board-editor-bar').getByText('有未发布的修改').waitFor()
  expect((await call(getOwnBoard, { id })).definition.theme).toBe('blue')
})

test('unsaved work asks before it is left, also when its tab is closed, and says why nothing is unpublished', async () => {
  const page = await arrive('leaver', { width: 1366, height: 900 })
  await signInAsNew(page, product.url)
  const { call } = await logIn(product.url)
  const { id, definition } = await call(addOwnBoard, { path: '/order/signboard/index' })
  await call(publishOwnBoard, { id })
  await page.goto(`${product.url}/system/board/index?open=${id}`)
  await panels(page).last().focus()
  await page.keyboard.press('Delete')
  await page.getByText('有未保存的修改，保存后才能取消发布').waitFor()
  expect(await page.getByRole('button', { name: '取消发布' }).isDisabled()).toBe(true)

  const question = page.getByRole('dialog', { name: '有未提交的内容' })
  const stay = async () => {
    await question.getByRole('button', { name: '继续填写' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await panels(page).count()).toBe(definition.panels.length - 1)
  }
  await page.getByRole('button', { name: '返回列表' }).click()
  await stay()
  const close = page.getByRole('button', { name: '关闭看板编辑' })
  await close.click()
  await stay()
  await close.click()
  await question.getByRole('button', { name: '放弃并关闭' }).click()
  await close.waitFor({ state: 'detached' })
  expect((await call(getOwnBoard, { id })).definition.panels.length).toBe(definition.panels.length)
})

test('nothing was said in the console but that a state was older', () => {
  expect(consoleMessages.filter((one) => !one.includes('409'))).toEqual([])
})
