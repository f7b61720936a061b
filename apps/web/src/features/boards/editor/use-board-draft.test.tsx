// @vitest-environment jsdom
import { addOwnBoard } from '@huanwei/contract/designs/endpoints'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { call } from '../../../lib/api.ts'
import { screenTest } from '../../../test/screen.tsx'
import { useBoardDraft } from './use-board-draft.ts'

const { kit } = screenTest(['boards'])

/** A new board with the hook that works on it. */
async function begin() {
  const made = await call(addOwnBoard, { path: '/screen/board_huayin/index' })
  const cache = new QueryClient()
  const { result } = renderHook(() => useBoardDraft(made), {
    wrapper: ({ children }) => <QueryClientProvider client={cache}>{children}</QueryClientProvider>,
  })
  const themeOf = async () => (await kit.person.call('GET', `/admin/board/own/${made.id}`)).data.theme
  return { made, draft: () => result.current, themeOf }
}

test.each(['save', 'publish'] as const)('what is changed while %s is under way stays, unsaved', async (what) => {
  const { made, draft, themeOf } = await begin()
  act(() => draft().change({ ...made.definition, theme: 'green' }))
  await act(async () => {
    const sent = draft()[what]()
    draft().change({ ...draft().history.now, theme: 'light' })
    await sent
  })
  expect([draft().history.now.theme, draft().isUnsaved, await themeOf()]).toEqual(['light', true, 'green'])
  await act(draft().save)
  expect([draft().refusal, draft().isUnsaved, await themeOf()]).toEqual([undefined, false, 'light'])
})

test('who is refused to publish has saved, and can go on', async () => {
  const { made, draft, themeOf } = await begin()
  act(() => draft().change({ ...made.definition, theme: 'green', panels: [] }))
  await act(draft().publish)
  expect([draft().refusal?.message, draft().isUnsaved, await themeOf()]).toEqual([expect.any(String), false, 'green'])
  act(() => draft().change({ ...made.definition, theme: 'light' }))
  await act(draft().publish)
  expect([draft().refusal, draft().isUnsaved, draft().stored.published]).toEqual([undefined, false, 1])
})
