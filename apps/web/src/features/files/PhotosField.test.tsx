// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { App, Form } from 'antd'
import { Activity } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { startI18n } from '../../i18n/i18n.ts'
import { stubNetwork } from '../../test/network.ts'
import { patience } from '../../test/screen.tsx'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { PhotosField } from './PhotosField.tsx'

const { answer } = stubNetwork()

/** Requests with a file, which are answered when a test says so. */
let held: HeldRequest[] = []
class HeldRequest {
  upload = {}
  status = 0
  responseText = ''
  onload = () => undefined
  onabort = () => undefined
  open = () => undefined
  setRequestHeader = () => undefined
  send = () => void held.push(this)
  abort = () => this.onabort()
  arrive(fileName: string) {
    this.status = 200
    this.responseText = JSON.stringify({ code: 0, msg: null, data: { bucketName: 'b', fileName, original: '', url: '' } })
    this.onload()
  }
}

beforeAll(() => startI18n('zh-CN', ['list', 'files']))
beforeEach(() => {
  held = []
  const ignore = () => undefined
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: ignore, removeEventListener: ignore }))
  vi.stubGlobal('XMLHttpRequest', HeldRequest)
  answer(200, { code: 0, msg: null, data: [] })
})
afterEach(cleanup)

const onSend = vi.fn(async () => undefined)
const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })

/** A form with photos, in a tab that is shown or hidden. */
const tab = (img: string, mode: 'visible' | 'hidden' = 'visible') => (
  <QueryClientProvider client={client}>
    <App>
      <Activity mode={mode}>
        <FormDrawer title="公厕" fields={z.object({ img: z.string() })} start={{ img }} onSend={onSend} onClose={() => undefined}>
          <Form.Item name="img" label="照片">
            <PhotosField label="照片" isOrdered />
          </Form.Item>
        </FormDrawer>
      </Activity>
    </App>
  </QueryClientProvider>
)

const group = () => screen.findByRole('group', { name: '照片' }, patience)
const confirm = () => screen.getByRole<HTMLButtonElement>('button', { name: '确定' })
const picture = (name: string, type = 'image/png') => new File(['x'], name, { type })
async function choose(...files: File[]) {
  const input = within(await group()).getByLabelText('照片: 添加图片')
  fireEvent.change(input, { target: { files } })
}

test('a form with a photo on its way is sent only once it has arrived', async () => {
  render(tab(''))
  await choose(picture('a.png'))
  expect(await screen.findByText('文件正在上传，完成后才能提交', {}, patience)).toBeTruthy()
  expect(confirm().disabled).toBe(true)
  await vi.waitFor(() => expect(held).toHaveLength(1))
  held[0]?.arrive('stored.png')
  await vi.waitFor(() => expect(confirm().disabled).toBe(false), patience)
  expect(screen.queryByText('文件正在上传，完成后才能提交')).toBeNull()
  fireEvent.click(confirm())
  await vi.waitFor(() => expect(onSend).toHaveBeenCalledWith({ img: 'stored.png' }), patience)
})

test('a photo that was given up with its tab can be sent again', async () => {
  const { rerender } = render(tab(''))
  await choose(picture('a.png'))
  await vi.waitFor(() => expect(held).toHaveLength(1))
  rerender(tab('', 'hidden'))
  rerender(tab('', 'visible'))
  await screen.findByText('a.png 上传失败：文件没有传完', {}, patience)
  await vi.waitFor(() => expect(confirm().disabled).toBe(false), patience)
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  await vi.waitFor(() => expect(held).toHaveLength(2))
  held[1]?.arrive('stored.png')
  await screen.findByRole('button', { name: '移除 图片 1' }, patience)
})

test('photos of a wrong kind, too large ones and those beyond the room for them are refused in words', async () => {
  render(tab('1.png,2.png,3.png,4.png,5.png,6.png,7.png'))
  const large = picture('large.png')
  Object.defineProperty(large, 'size', { value: 20 * 1024 * 1024 + 1 })
  await choose(picture('text.txt', 'text/plain'), large, picture('a.png'), picture('b.png'))
  await screen.findByText('text.txt 上传失败：只支持png, jpg, webp, gif格式文件！', {}, patience)
  await screen.findByText('large.png 上传失败：文件不能超过 20 MB')
  await screen.findByText('图片数量已满，有 2 张没有添加')
  expect(held).toHaveLength(0)
})

test('who may not change photos still opens them', async () => {
  render(
    <QueryClientProvider client={client}>
      <PhotosField label="照片" value="1.png" isOff />
    </QueryClientProvider>,
  )
  const photos = within(await group())
  expect(photos.getAllByRole('button').map((button) => [button.textContent, button.matches(':disabled')])).toEqual([
    ['预览 图片 1', false],
  ])
})

test('the keyboard is on a photo again once it is not large any more', async () => {
  answer(200, { code: 0, msg: null, data: [{ fileName: '9.png', url: '/files/9.png' }] })
  render(tab('9.png'))
  const button = await within(await group()).findByRole('button', { name: '预览 图片 1' })
  await vi.waitFor(() => expect(button.querySelector('img')).not.toBeNull(), patience)
  button.focus()
  fireEvent.click(button)
  await vi.waitFor(() => expect(document.querySelector('.ant-image-preview')).not.toBeNull(), patience)
  const close = document.querySelector<HTMLElement>('.ant-image-preview-close')
  close?.focus()
  fireEvent.click(close!)
  await vi.waitFor(() => expect(document.activeElement).toBe(button))
})

test('the keyboard stays among the photos when one is taken away or comes first', async () => {
  render(tab('1.png,2.png,3.png'))
  const photos = within(await group())
  const press = (name: string) => {
    const button = photos.getByRole('button', { name })
    button.focus()
    fireEvent.click(button)
  }
  const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent
  press('图片 3 前移')
  await photos.findByText('现在是第 2 张，共 3 张')
  expect(focused()).toBe('图片 2 前移')
  press('图片 2 前移')
  await photos.findByText('现在是第 1 张，共 3 张')
  expect(focused()).toBe('预览 图片 1')
  press('移除 图片 1')
  await vi.waitFor(() => expect(focused()).toBe('移除 图片 1'))
  press('移除 图片 2')
  await vi.waitFor(() => expect(focused()).toBe('照片: 添加图片'))
})
