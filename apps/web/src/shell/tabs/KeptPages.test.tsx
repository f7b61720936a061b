// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { BrowserRouter } from 'react-router'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startI18n } from '../../i18n/i18n.ts'
import { lazyPage, type PageProps } from '../../lib/page.tsx'
import { KeptPages } from './KeptPages.tsx'
import { homeTab, useTabs } from './tabs.ts'

beforeAll(() => startI18n('zh-CN'))
afterEach(() => {
  cleanup()
  history.replaceState(null, '', '/')
  useTabs.setState({ tabs: [homeTab], active: null })
})

const Search = z.object({ open: z.coerce.number().optional() })
/** What the page calls when the answer to what it sent arrives. */
let answered = () => undefined as unknown
function Page({ search, onSearch }: PageProps<z.output<typeof Search>>) {
  answered = () => onSearch({ open: 8 })
  return <p>open: {search.open ?? 'nothing'}</p>
}
const path = '/report/index'
const route = { path, label: 'shell:item.report', page: lazyPage([], async () => ({ Page, Search })) }

test('an answer that comes once its page was left changes the tab of that page, and not the address of the next', async () => {
  history.replaceState(null, '', path)
  useTabs.setState({ tabs: [homeTab, { key: path, value: path, label: '', close: true }], active: path })
  render(
    <BrowserRouter>
      <KeptPages here={{ key: path, value: path, route, node: undefined }} />
    </BrowserRouter>,
  )
  await screen.findByText('open: nothing')
  // The address is the next page's before that page is drawn.
  history.pushState(null, '', '/event/reminder/index')
  act(() => answered())
  expect(location.pathname + location.search).toBe('/event/reminder/index')
  expect(useTabs.getState().tabs.map(({ value }) => value)).toEqual([homeTab.value, `${path}?open=8`])

  history.replaceState(null, '', path)
  act(() => answered())
  await screen.findByText('open: 8')
  expect(location.search).toBe('?open=8')
})
