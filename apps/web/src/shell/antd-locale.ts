import type { ConfigProviderProps } from 'antd'

type Locale = NonNullable<ConfigProviderProps['locale']>

/** antd's locale files are CommonJS; a bundler and Node wrap them differently. */
const unwrapped = (exported: Locale | { default: Locale }) => ('default' in exported ? exported.default : exported)

/** antd's own texts, by language of the product. */
const antdTexts: Record<string, () => Promise<{ default: Locale | { default: Locale } }>> = {
  'zh-CN': () => import('antd/locale/zh_CN.js'),
  'zh-TW': () => import('antd/locale/zh_TW.js'),
  'en-US': () => import('antd/locale/en_US.js'),
}
/** Names of days and months; English is built in. */
const dayjsTexts: Record<string, () => Promise<unknown>> = {
  'zh-CN': () => import('dayjs/locale/zh-cn'),
  'zh-TW': () => import('dayjs/locale/zh-tw'),
}

/** Nothing of it comes with the login screen, which asks for it while the frame is still on its way. */
async function load(language: string): Promise<Locale | undefined> {
  const [antd, { default: dayjs }] = await Promise.all([antdTexts[language]?.(), import('dayjs'), dayjsTexts[language]?.()])
  dayjs.locale(language in dayjsTexts ? language.toLowerCase() : 'en')
  return antd && unwrapped(antd.default)
}

let latest: { language: string; locale: Promise<Locale | undefined> } | undefined

/** The same promise for the same language, so that `use` can read it; one that failed is tried again by the next call. */
export function antdLocale(language: string): Promise<Locale | undefined> {
  if (latest?.language === language) return latest.locale
  const loading = { language, locale: load(language) }
  latest = loading
  loading.locale.catch(() => {
    if (latest === loading) latest = undefined
  })
  return loading.locale
}
