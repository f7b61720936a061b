import type { ConfigProviderProps } from 'antd'
import dayjs from 'dayjs'

type Locale = NonNullable<ConfigProviderProps['locale']>

/** antd's locale files are CommonJS; a bundler and Node wrap them differently. */
const unwrapped = (exported: Locale | { default: Locale }) => ('default' in exported ? exported.default : exported)

/** antd's own texts and dayjs' names of days and months, by language of the product. */
const loaders: Record<string, () => Promise<Locale>> = {
  'zh-CN': async () => {
    const [antd] = await Promise.all([import('antd/locale/zh_CN.js'), import('dayjs/locale/zh-cn')])
    dayjs.locale('zh-cn')
    return unwrapped(antd.default)
  },
  'zh-TW': async () => {
    const [antd] = await Promise.all([import('antd/locale/zh_TW.js'), import('dayjs/locale/zh-tw')])
    dayjs.locale('zh-tw')
    return unwrapped(antd.default)
  },
  'en-US': async () => {
    const antd = await import('antd/locale/en_US.js')
    dayjs.locale('en')
    return unwrapped(antd.default)
  },
}

let latest: { language: string; locale: Promise<Locale | undefined> } | undefined

/** The same promise for the same language, so that `use` can read it. */
export function antdLocale(language: string): Promise<Locale | undefined> {
  if (latest?.language !== language) latest = { language, locale: loaders[language]?.() ?? Promise.resolve(undefined) }
  return latest.locale
}
