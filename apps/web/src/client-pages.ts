import { lazyPage } from './lib/page.tsx'

/** Clients of the open API, and subscriptions to events. */
export const clientsPage = lazyPage(['clients', 'subscriptions', 'menus', 'list'], async () => ({
  Page: (await import('./features/clients/ClientsPage.tsx')).ClientsPage,
  Search: (await import('./features/clients/client-search.ts')).ClientsSearch,
}))
