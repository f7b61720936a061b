import { lazyPage } from './lib/page.tsx'

export const livePage = lazyPage(['live', 'emergencies', 'files', 'list', 'map', 'readings', 'rules', 'video'], async () => {
  const [{ LivePage }, { LiveSearch }] = await Promise.all([
    import('./features/live/LivePage.tsx'),
    import('./features/live/live-search.ts'),
  ])
  return { Page: LivePage, Search: LiveSearch }
})
export const videoWallPage = lazyPage(['live', 'video'], async () => {
  const { VideoWallPage, VideoWallSearch } = await import('./features/video/VideoWallPage.tsx')
  return { Page: VideoWallPage, Search: VideoWallSearch }
})
export const recordingPage = lazyPage(['recordings', 'rules', 'list'], async () => {
  const { RecordingsPage, RecordingsSearch } = await import('./features/recordings/RecordingsPage.tsx')
  return { Page: RecordingsPage, Search: RecordingsSearch }
})
export const historyPage = lazyPage(['history', 'live', 'list', 'map'], async () => {
  const [{ HistoryPage }, { HistorySearch }] = await Promise.all([
    import('./features/history/HistoryPage.tsx'),
    import('./features/history/history-search.ts'),
  ])
  return { Page: HistoryPage, Search: HistorySearch }
})
export const intercomPage = lazyPage(['intercom', 'list'], async () => {
  const { IntercomPage, IntercomSearch } = await import('./features/intercom/IntercomPage.tsx')
  return { Page: IntercomPage, Search: IntercomSearch }
})
export const playbackPage = lazyPage(['playback', 'video', 'list'], async () => {
  const [{ PlaybackPage }, { PlaybackSearch }] = await Promise.all([
    import('./features/playback/PlaybackPage.tsx'),
    import('./features/playback/playback-search.ts'),
  ])
  return { Page: PlaybackPage, Search: PlaybackSearch }
})
