import { i18n } from '../../i18n/i18n.ts'
import { notify } from '../../lib/notices.ts'

/** Shows the page on the whole screen, or no longer. Source: spec 1, section 2.5. */
export async function toggleFullScreen() {
  try {
    if (document.fullscreenElement) await document.exitFullscreen()
    else await document.documentElement.requestFullscreen({ navigationUI: 'hide' })
  } catch (error) {
    console.info('huanwei: no full screen', error)
    notify({ kind: 'warning', text: i18n.t('fullscreen.unsupported') })
  }
}
