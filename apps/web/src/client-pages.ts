import { createElement } from 'react'
import { lazyPage, plainPage } from './lib/page.tsx'

/** Clients of the open API, and subscriptions to events. */
export const clientsPage = lazyPage(['clients', 'subscriptions', 'menus', 'list'], async () => ({
  Page: (await import('./features/clients/ClientsPage.tsx')).ClientsPage,
  Search: (await import('./features/clients/client-search.ts')).ClientsSearch,
}))

/** How the installation is. */
export const platformPage = plainPage(['platform', 'list'], async () =>
  createElement((await import('./features/platform/PlatformPage.tsx')).PlatformPage),
)
