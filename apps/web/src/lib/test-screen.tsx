import { startTestServer } from '@huanwei/server/test-kit'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { App } from 'antd'
import { type ComponentType, Suspense, useState } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import type { z } from 'zod'
import { startI18n } from '../i18n/i18n.ts'
import { onNotice } from './notices.ts'
import type { PageProps } from './page.tsx'
import { beginSession, endSession } from './session.ts'

type Server = Awaited<ReturnType<typeof startTestServer>>

/** For tests: a screen in jsdom against a real server of its own, as `admin` unless `username` says otherwise. */
export function screenTest(namespaces: string[], username = 'admin') {
  const notices = vi.fn()
  const kit: { server: Server; person: Awaited<ReturnType<Server['login']>> } = Object.create(null)
  beforeAll(async () => {
    const ignore = () => undefined
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: ignore, removeEventListener: ignore }))
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe = ignore
        unobserve = ignore
        disconnect = ignore
      },
    )
    Element.prototype.scrollIntoView ??= ignore
    await startI18n('zh-CN', ['list', ...namespaces])
    onNotice(notices)
    kit.server = await startTestServer()
    kit.person = await kit.server.login(username)
  }, 60_000)
  afterAll(() => kit.server.close())
  beforeEach(() => {
    notices.mockClear()
    vi.stubGlobal(
      'fetch',
      async (url: string, init: { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; headers: Headers; body?: string }) => {
        const { method, headers, body } = init
        const reply = await kit.server.app.inject({
          method,
          url,
          headers: Object.fromEntries(headers),
          ...(body && { payload: body }),
        })
        return new Response(reply.body, { status: reply.statusCode })
      },
    )
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
          <Suspense>
            <Placed Page={Page} Search={Search} link={link} />
          </Suspense>
        </App>
      </QueryClientProvider>,
    )
  }
  const said = (text: string) =>
    vi.waitFor(() => {
      const texts = notices.mock.calls.map(([notice]) => notice.text)
      if (!texts.includes(text)) throw new Error(`said ${texts.join('; ') || 'nothing'}, not ${text}`)
    }, 10_000)
  return { kit, open, said }
}

type PlacedProps<S extends z.ZodObject> = { Page: ComponentType<PageProps<z.output<S>>>; Search: S; link: Record<string, string> }
function Placed<S extends z.ZodObject>({ Page, Search, link }: PlacedProps<S>) {
  const [search, setSearch] = useState(() => Search.parse(link))
  return <Page search={search} onSearch={(change) => setSearch((now) => Search.parse({ ...now, ...change }))} />
}
