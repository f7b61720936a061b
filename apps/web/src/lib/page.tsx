import type { Namespace } from '@huanwei/words/messages'
import type { QueryClient } from '@tanstack/react-query'
import { type ComponentType, createContext, type ReactElement, use, useMemo } from 'react'
import type { z } from 'zod'
import { fetchTexts } from '../i18n/i18n.ts'
import { type Eager, eager } from './eager.tsx'
import { changeSearch, parseSearch } from './search.ts'

/** Props of a page: the address bar as its schema reads it, and a function that changes it. */
export type PageProps<Search> = { search: Search; onSearch: (change: Partial<Search>) => void }

/** `ahead` asks for the data that the page will ask for first. */
type PageModule<S extends z.ZodObject> = {
  Page: ComponentType<PageProps<z.output<S>>>
  Search: S
  ahead?: (queries: QueryClient, search: z.output<S>) => void
}

/** A page before it is drawn; `ask` takes the text behind the question mark. */
export type Page = Eager<object> & { ask: (queries: QueryClient, search: string) => void }

/** One address of the product. */
export type PageRoute = {
  /** A page of the menu ends in `/index`; `:id` stands for any one part. */
  path: string
  /** The key of its name, or the name itself of a page that only a menu knows. */
  label: string
  page: Page
  /** False: without a tab of its own. */
  isTab?: boolean
  /** False: open to people without a token. Source: spec 1, section 2.2. */
  isAuth?: boolean
  /** For everybody who may see the address, not only for those whose menu holds it. */
  isFree?: true
  /** Frame of a page: header, menu and tabs by default; `data`: only the providers of data; or none. */
  around?: 'data' | 'nothing'
  /** Names in its search that make it another thing, hence another tab; the rest is the state of the screen. */
  identity?: readonly string[]
  /** Kept while another tab is shown, or never, whatever its menu item says. Source: spec 1, section 2.4. */
  isKept?: boolean
  /** True for a page so costly that only few of its kind are kept. */
  isHeavy?: true
}

/** The part of the address bar behind the question mark, as the page knows it: a page out of sight keeps its own. */
export type PagePlace = {
  /** Key of its tab. */
  key?: string
  search: string
  change: (update: (now: URLSearchParams) => URLSearchParams) => void
  /** There is no frame around it. */
  isAlone?: true
  /** It lies over another page. */
  isDialog?: true
}
export const PagePlaceContext = createContext<PagePlace>({ search: '', change: () => undefined })

/**
 * A page in its own chunk, wired to its place. Its message `namespaces` come along with it.
 * `load` may be called early to fetch all of it; `ask`, once it is loaded, fetches its first data while React still draws.
 */
export function lazyPage<S extends z.ZodObject>(namespaces: Namespace[], load: () => Promise<PageModule<S>>): Page {
  let loaded: PageModule<S> | undefined
  const part = eager(async () => {
    const [{ Page, Search, ahead }] = await Promise.all([load(), fetchTexts(namespaces)])
    loaded = { Page, Search, ...(ahead && { ahead }) }
    return () => <Wired Page={Page} Search={Search} />
  })
  const ask = (queries: QueryClient, search: string) =>
    loaded?.ahead?.(queries, parseSearch(loaded.Search, new URLSearchParams(search)))
  return { ...part, ask }
}

/** A page in its own chunk that keeps nothing in the address bar. */
export function plainPage(namespaces: Namespace[], load: () => Promise<ReactElement>): Page {
  const part = eager(async () => {
    const [element] = await Promise.all([load(), fetchTexts(namespaces)])
    return () => element
  })
  return { ...part, ask: () => undefined }
}

function Wired<S extends z.ZodObject>({ Page, Search }: Pick<PageModule<S>, 'Page' | 'Search'>) {
  const { search: text, change } = use(PagePlaceContext)
  const search = useMemo(() => parseSearch(Search, new URLSearchParams(text)), [Search, text])
  const onSearch = (changed: Partial<z.output<S>>) => change((now) => changeSearch(now, changed))
  return <Page search={search} onSearch={onSearch} />
}
