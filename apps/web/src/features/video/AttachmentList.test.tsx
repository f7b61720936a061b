// @vitest-environment jsdom
import type { AlarmAttachment } from '@huanwei/contract/violations/endpoints'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { patience, screenTest, slow } from '../../test/screen.tsx'
import { AttachmentList } from './AttachmentList.tsx'

const { open } = screenTest(['video'], 'admin')

const clip = (id: number, fileName: string): AlarmAttachment => ({
  id,
  kind: 'video',
  channel: 1,
  time: '2026-01-05 08:00:00',
  original: fileName,
  fileName,
  fileSize: 1,
  sha256: '',
})
const show = (...names: string[]) =>
  open(() => <AttachmentList of="川A00001" attachments={names.map((name, i) => clip(i, name))} awaited={0} />, z.object({}))
const note = '浏览器不能播放这种格式，请下载后用播放器观看。'

test('a clip that a browser cannot play is offered as a file, and said to be one', slow, async () => {
  show('a.avi')
  await screen.findByText(note, {}, patience)
  expect(screen.getByText('视频 通道 1 · 2026-01-05 08:00:00').closest('[aria-haspopup]')).toBeNull()
})

test('a clip that it can play is played', slow, async () => {
  show('a.mp4')
  await screen.findByRole('button', { name: '通道 1 · 2026-01-05 08:00:00' }, patience)
  expect(screen.queryByText(note)).toBeNull()
})
