import { startTestServer } from '@huanwei/server/test-kit'
import type { Namespace } from '@huanwei/words/messages'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { App } from 'antd'
import { type ComponentType, Suspense, useState } from 'react'
import { MemoryRouter } from 'react-router'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import type { z } from 'zod'
import { startI18n } from '../i18n/i18n.ts'
import { onNotice } from '../lib/notices.ts'
import type { PageProps } from '../lib/page.tsx'
import { beginSession, endSession } from '../lib/session.ts'
import { callsDone, stubBrowser } from './browser.ts'

type Server = Awaited<ReturnType<typeof startTestServer>>

/** How long a screen is waited for: a limit for what hangs, which a busy machine does not reach. */
export const patience = { timeout: 60_000 }
export const slow = { timeout: 60_000 }

/** For tests: a screen in jsdom against a real server of its own, as `admin` unless `username` says otherwise; `settings` of that server by their names in the environment. */
export function screenTest(namespaces: Namespace[], username = 'admin', settings: Record<string, string> = {}) {
  const notices = vi.fn()
  const kit: { server: Server; person: Awaited<ReturnType<Server['login']>> } = Object.create(null)
  beforeAll(async () => {
    Element.prototype.scrollIntoView ??= () => undefined
    await startI18n('zh-CN', ['list', ...namespaces])
    onNotice(notices)
    kit.server = await startTestServer(settings)
    kit.person = await kit.server.login(username)
  }, 60_000)
  afterAll(async () => {
    await callsDone()
    await kit.server.close()
  })
  beforeEach(() => {
    notices.mockClear()
    stubBrowser(kit.server.app)
    beginSession(kit.person.token)
  })
  afterEach(() => {
    cleanup()
    endSession()
  })

  /** Draws the page as an address with `link` behind it would. */
  function open<S extends z.ZodObject>(
    Page: ComponentType<PageProps<z.output<S>>>,
    Search: S,
    link: Record<string, string> = {},
  ) {
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <App>
          <MemoryRouter>
            <Suspense>
              <Placed Page={Page} Search={Search} link={link} />
            </Suspense>
          </MemoryRouter>
        </App>
      </QueryClientProvider>,
    )
  }
  /** Goes on as somebody else. */
  const beginAs = async (name: string) => beginSession((await kit.server.login(name)).token)
  const said = (text: string | RegExp) =>
    vi.waitFor(() => {
      const texts: string[] = notices.mock.calls.map(([notice]) => notice.text)
      if (!texts.some((one) => (typeof text === 'string' ? one === text : text.test(one))))
        throw new Error(`said ${texts.join('; ') || 'nothing'}, not ${text}`)
    })
  return { kit, open, beginAs, said, notices }
}

type PlacedProps<S extends z.ZodObject> = { Page: ComponentType<PageProps<z.output<S>>>; Search: S; link: Record<string, string> }
function Placed<S extends z.ZodObject>({ Page, Search, link }: PlacedProps<S>) {
  const [search, setSearch] = useState(() => Search.parse(link))
  return <Page search={search} onSearch={(change) => setSearch((now) => Search.parse({ ...now, ...change }))} />
}

export async function press(name: string | RegExp, area = document.body) {
  const button = await within(area).findByRole('button', { name }, patience)
  // Within a second of the last click it would be a double click.
  await vi.waitFor(() => expect(button.hasAttribute('disabled')).toBe(false), patience)
  await userEvent.click(button)
}
/** Puts a text into a field at once, as from the clipboard: key by key the form would be drawn as often. */
export async function enter(field: Element, text: string) {
  await userEvent.click(field)
  await userEvent.paste(text)
}
/** The rows of a table, without its head, once they are there. */
export async function rowsOf(name: string) {
  const table = await screen.findByRole('table', { name, busy: false }, patience)
  return within(table).getAllByRole('row').slice(1)
}
/** By its words: in tests the component library gives every element the same id, so no label finds its dialog. */
export async function dialog(title: string) {
  const shown = await screen.findAllByText(title, { selector: '[role=dialog] *' }, patience)
  return shown[0]!.closest<HTMLElement>('[role=dialog]')!
}
/** The texts of a timeline. */
export async function stepsOf(name: string, area: HTMLElement) {
  const list = await within(area).findByRole('list', { name }, patience)
  return within(list)
    .getAllByRole('listitem')
    .map((step) => step.textContent)
}
