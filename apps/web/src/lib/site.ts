import { getSite, type Site } from '@huanwei/contract/sites/endpoints'
import { create } from 'zustand'
import { i18n } from '../i18n/i18n.ts'
import { chosenLanguage } from '../i18n/languages.ts'
import { call } from './api.ts'
import { writeEntry } from './entries.ts'

/** Site of the host; null until the server answered. */
export const useSite = create<{ site: Site | null }>(() => ({ site: null }))

/** Loads the site of this host, and keeps the tenant for the calls before the login. Throws NetworkError. */
export async function loadSite() {
  const site = await call(getSite, {})
  writeEntry('tenantId', site.tenantId, 'local')
  useSite.setState({ site })
}

const retryMs = 5000

/** Loads the site until the server answers, and again in every chosen language, as default names depend on it. Call once. */
export function watchSite() {
  let asked: string = chosenLanguage()
  const ask = () => {
    loadSite().catch((error) => {
      console.warn('huanwei: the site is not known yet', error)
      setTimeout(ask, retryMs)
    })
  }
  ask()
  i18n.on('languageChanged', (language) => {
    if (language === asked) return
    asked = language
    ask()
  })
  useSite.subscribe(({ site }) => showIcon(site?.icoUrl ?? null))
}

/** The organisation's own favicon in place of the product's. */
function showIcon(url: string | null) {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="icon"]')) {
    link.dataset.builtIn ??= link.getAttribute('href') ?? ''
    const wanted = url ?? link.dataset.builtIn
    if (link.getAttribute('href') !== wanted) link.setAttribute('href', wanted)
  }
}
