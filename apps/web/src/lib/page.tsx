import type { QueryClient } from '@tanstack/react-query'
import { type ComponentType, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { z } from 'zod'
import { i18n } from '../i18n/i18n.ts'
import { eager } from './eager.tsx'
import { changeSearch, parseSearch } from './search.ts'

/** What a page gets: the address bar as its schema reads it, and the way to change it. */
export type PageProps<Search> = { search: Search; onSearch: (change: Partial<Search>) => void }

/** What the frame knows about the page it shows: the message key of its label (namespace `shell`), and whether it gets a tab. */
export const PageHandle = z.object({ label: z.string(), isTab: z.boolean() })
export type PageHandle = z.infer<typeof PageHandle>

/** `ahead` asks for the data that the page will ask for first. */
type PageModule<S extends z.ZodObject> = {
  Page: ComponentType<PageProps<z.output<S>>>
  Search: S
  ahead?: (queries: QueryClient, search: z.output<S>) => void
}

/**
 * A page in its own chunk, wired to the address bar. Its message `namespaces` come along with it.
 * `load` may be called early to fetch all of it; `ask`, once it is loaded, fetches its first data while React still draws.
 */
export function lazyPage<S extends z.ZodObject>(namespaces: string[], load: () => Promise<PageModule<S>>) {
  let loaded: PageModule<S> | undefined
  const part = eager(async () => {
    const [{ Page, Search, ahead }] = await Promise.all([load(), i18n.loadNamespaces(namespaces)])
    loaded = { Page, Search, ...(ahead && { ahead }) }
    return () => <Wired Page={Page} Search={Search} />
  })
  const ask = (queries: QueryClient, search: string) =>
    loaded?.ahead?.(queries, parseSearch(loaded.Search, new URLSearchParams(search)))
  return { ...part, ask }
}

function Wired<S extends z.ZodObject>({ Page, Search }: Pick<PageModule<S>, 'Page' | 'Search'>) {
  const { search: text } = useLocation()
  const navigate = useNavigate()
  const search = useMemo(() => parseSearch(Search, new URLSearchParams(text)), [Search, text])
  // Read at the moment of the change: two changes in one event must not undo each other.
  const onSearch = (change: Partial<z.output<S>>) => {
    const next = changeSearch(new URLSearchParams(window.location.search), change).toString()
    navigate({ search: next }, { replace: true })
  }
  return <Page search={search} onSearch={onSearch} />
}
