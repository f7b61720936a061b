import { App, ConfigProvider } from 'antd'
import { type ReactNode, use } from 'react'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../lib/settings.ts'
import { themeOf, useSystemDark } from '../ui/theme/system-theme.ts'
import { antdTheme } from '../ui/theme/theme.ts'
import { antdLocale } from './antd-locale.ts'

/** Top of notifications: below the header. Source: spec 4, S0 §7 (task reminder). */
const topPx = 60
/** Top of messages: below the header, whose commands they would cover. */
const messageTopPx = 72

/** Several notifications lie on each other, so that they cover no command of the page; the pointer spreads them. */
const onePlace = { threshold: 1 }

/** antd in the person's look and language, with its dialogs and messages. */
export function AntdLook({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation('shell')
  const locale = use(antdLocale(i18n.language))
  const [choice, colour] = [useSettings((s) => s.themeName), useSettings((s) => s.theme)]
  const themeName = themeOf(choice, useSystemDark())
  return (
    <ConfigProvider locale={locale} theme={antdTheme(themeName, colour)} button={{ autoInsertSpace: false }}>
      <App component={false} message={{ top: messageTopPx }} notification={{ top: topPx, stack: onePlace }}>
        {children}
      </App>
    </ConfigProvider>
  )
}
