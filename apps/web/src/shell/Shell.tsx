import './shell.css'
import { HomeOutlined } from '@ant-design/icons'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { i18n as currentI18n } from '../i18n/i18n.ts'
import { whenIdle } from '../lib/idle.ts'
import { currentSession, useSession } from '../lib/session.ts'
import { startLive } from '../live/start.ts'
import { AntdLook } from './AntdLook.tsx'
import type { Ahead } from './ahead.ts'
import { antdLocale } from './antd-locale.ts'
import { Frame } from './Frame.tsx'
import { sessionQueries, watchQueries } from './query-client.ts'
import { followPreferences } from './settings/follow.ts'
import { Panel } from './settings/Panel.tsx'
import { Toasts } from './Toasts.tsx'
import { warmUp, warmUpGlyphs } from './warm-up.tsx'

/** The live channel starts this long after the frame at the latest, ms. */
const liveAtMostMs = 1000

/** Before the frame is drawn: antd's texts in the language in force, and the first questions to the server. Call once. */
export async function prepareShell(ahead: Ahead) {
  await antdLocale(currentI18n.language)
  watchQueries(ahead)
  if (currentSession()) return
  warmUp(<HomeOutlined />)
  const end = warmUpGlyphs()
  const stop = useSession.subscribe(({ session }) => {
    if (!session) return
    end()
    stop()
  })
}

/** `alone` stands in the place of the whole frame. */
export type ShellProps = { ahead: Ahead; alone?: ReactNode }

/** Everything a page needs around it; `tools` are commands of features in the header. Lives as long as the session: what one person loaded never meets the next one. */
export function Shell({ ahead, alone, tools }: ShellProps & { tools: ReactNode }) {
  const { i18n } = useTranslation('shell')
  const [queryClient] = useState(sessionQueries)

  useEffect(followPreferences, [])
  useEffect(() => startLiveSoon(queryClient), [queryClient])
  // Dictionaries and names come from the server in the language they were asked in.
  useEffect(() => {
    const refetch = () => void queryClient.invalidateQueries()
    i18n.on('languageChanged', refetch)
    return () => i18n.off('languageChanged', refetch)
  }, [i18n, queryClient])

  return (
    <QueryClientProvider client={queryClient}>
      <AntdLook>
        <Toasts />
        {alone ?? <Frame ahead={ahead} tools={tools} />}
        <Panel />
      </AntdLook>
    </QueryClientProvider>
  )
}

/** After the first figures: nothing on the first screen moves by the second. */
function startLiveSoon(queries: QueryClient) {
  let stop: (() => void) | undefined
  const cancel = whenIdle(() => {
    stop = startLive(queries)
  }, liveAtMostMs)
  return () => {
    cancel()
    stop?.()
  }
}
