import './shell.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { App, ConfigProvider } from 'antd'
import { use, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { i18n as currentI18n } from '../i18n/i18n.ts'
import { watchSession } from '../lib/sign-in.ts'
import { startLive } from '../live/start.ts'
import { theme } from '../ui/theme.ts'
import { antdLocale } from './antd-locale.ts'
import { Frame } from './Frame.tsx'
import { newQueryClient } from './query-client.ts'
import { Toasts } from './Toasts.tsx'

/** antd's texts in the language in force, so that the frame draws at once. */
export const loadShellTexts = () => antdLocale(currentI18n.language)

/** Everything a page needs around it. Lives as long as the session: what one person loaded never meets the next one. */
export function Shell({ preload }: { preload: (path: string) => void }) {
  const { i18n } = useTranslation('shell')
  const [queryClient] = useState(newQueryClient)
  const locale = use(antdLocale(i18n.language))

  useEffect(watchSession, [])
  useEffect(() => startLive(queryClient), [queryClient])
  // Dictionaries and names come from the server in the language they were asked in.
  useEffect(() => {
    const refetch = () => void queryClient.invalidateQueries()
    i18n.on('languageChanged', refetch)
    return () => i18n.off('languageChanged', refetch)
  }, [i18n, queryClient])

  return (
    <QueryClientProvider client={queryClient}>
      <ConfigProvider locale={locale} theme={theme} button={{ autoInsertSpace: false }}>
        <App component={false}>
          <Toasts />
          <Frame preload={preload} />
        </App>
      </ConfigProvider>
    </QueryClientProvider>
  )
}
