// @vitest-environment jsdom
import { png, uploaderTo } from '@huanwei/server/upload.test-kit'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { patience, screenTest, slow } from '../../../test/screen.tsx'
import { BoardAccess } from '../engine/board-access.ts'
import { CarouselPanel } from './CarouselPanel.tsx'

const { kit, open } = screenTest(['boards'])

const carouselOf = (fileName: string) => () => (
  <BoardAccess value={{ path: '/board', token: undefined, facilityId: undefined, deptId: undefined }}>
    <CarouselPanel photos={[{ key: fileName, fileName, text: '甲路公厕' }]} />
  </BoardAccess>
)

test('a carousel says that it has nothing only once the addresses of its photos are answered', slow, async () => {
  const { fileName } = (await uploaderTo(kit.server, kit.person)(png)).data
  let wasNothing = false
  const watcher = new MutationObserver(() => {
    wasNothing ||= screen.queryByText('暂无数据') !== null
  })
  watcher.observe(document.body, { childList: true, subtree: true })
  open(carouselOf(fileName), z.object({}))
  const photo = await screen.findByRole('img', { name: '甲路公厕' }, patience)
  watcher.disconnect()
  expect(wasNothing).toBe(false)

  // One that does not load is tried again a minute later.
  fireEvent.error(photo)
  await screen.findByText('暂无数据', {}, patience)
  const later = Date.now() + 61_000
  vi.spyOn(Date, 'now').mockImplementation(() => later)
  await screen.findByRole('img', { name: '甲路公厕' }, patience)
  cleanup()

  open(carouselOf('no-such-photo.png'), z.object({}))
  await screen.findByText('暂无数据', {}, patience)
})
