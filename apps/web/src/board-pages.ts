import { lazyPage } from './lib/page.tsx'

export const boardPage = lazyPage(['boards', 'map', 'live', 'video'], async () => {
  const [{ BoardPage }, { BoardSearch }] = await Promise.all([
    import('./features/boards/BoardPage.tsx'),
    import('./features/boards/board-search.ts'),
  ])
  return { Page: BoardPage, Search: BoardSearch }
})
/** The editor of boards. */
export const ownBoardsPage = lazyPage(['boards', 'cleaning', 'pages', 'map', 'live', 'video', 'list'], async () => ({
  Page: (await import('./features/boards/editor/OwnBoardsPage.tsx')).OwnBoardsPage,
  Search: (await import('./features/boards/editor/board-editor-search.ts')).OwnBoardsSearch,
}))
