import { lazyPage } from './lib/page.tsx'

/** Clients of the open API. */
export const clientsPage = lazyPage(['clients', 'menus', 'list'], async () => ({
  Page: (await import('./features/clients/ClientsPage.tsx')).ClientsPage,
  Search: (await import('./features/clients/client-search.ts')).ClientsSearch,
}))
