/** A cookie that the browser forgets when it is closed, as it does not forget what it stores for all tabs. */
const mark = 'huanwei-browser=1'

/** A session stored by a browser that was closed meanwhile is nobody's. Record: docs/decisions/0010. */
export const isKnownBrowser = () => document.cookie.split('; ').includes(mark)

export function rememberBrowser() {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store answers later, and only in secure contexts
  document.cookie = `${mark}; path=/; SameSite=Lax`
}
