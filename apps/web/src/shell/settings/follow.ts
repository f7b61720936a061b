import { usualSounds } from '@huanwei/contract/messages/codes'
import { getPreferences, type Preferences, putPreferences } from '@huanwei/contract/preferences/endpoints'
import { z } from 'zod'
import { i18n } from '../../i18n/i18n.ts'
import { chooseLanguage, chosenLanguage, hasChosenLanguage } from '../../i18n/languages.ts'
import { call } from '../../lib/api.ts'
import { readEntry, removeEntry, writeEntry } from '../../lib/entries.ts'
import { currentSession } from '../../lib/session.ts'
import { changeSettings, emptyWall, useSettings } from '../../lib/settings.ts'

/** Choices that follow each other within this time go to the server as one, ms. */
const pauseMs = 800

/** User whose settings this browser shows, and the time of the choice, epoch ms. */
const Choice = z.object({ userId: z.number(), changed: z.number() })

/**
 * Lets the settings and the language follow the person: takes what is kept at the server, and sends what is chosen here.
 * The later of two choices wins. The returned function ends it.
 */
export function followPreferences() {
  const userId = currentSession()?.user.userId
  if (userId === undefined) return () => undefined
  const own = () =>
    readEntry(
      'preferences',
      Choice.refine((choice) => choice.userId === userId),
    )
  // What the person before arranged is nobody else's, and comes back from the server with them.
  const { homeMenus, homeCards, hiddenCards, desk, livePins, liveHidden, streamHidden, videoWall, ...others } =
    useSettings.getState()
  const isNarrowed = others.streamSelected || others.streamInView || others.soundTypes.join() !== usualSounds.join()
  const arranged = [homeMenus, homeCards, hiddenCards, livePins, liveHidden, streamHidden, videoWall.tiles, videoWall.named]
  if (!own() && (desk !== undefined || isNarrowed || arranged.some((one) => Object.keys(one).length))) {
    changeSettings({
      homeMenus: [],
      homeCards: [],
      hiddenCards: [],
      desk: undefined,
      livePins: [],
      liveHidden: {},
      streamHidden: [],
      videoWall: emptyWall,
      streamSelected: false,
      streamInView: false,
      soundTypes: [...usualSounds],
    })
    removeEntry('preferences')
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  let isTaking = false

  function send() {
    clearTimeout(timer)
    timer = undefined
    const choice = own()
    if (choice && currentSession()?.user.userId === userId) call(putPreferences, preferencesAt(choice.changed)).catch(notKept)
  }
  function onChange() {
    if (isTaking) return
    writeEntry('preferences', { userId, changed: Date.now() }, 'local')
    clearTimeout(timer)
    timer = setTimeout(send, pauseMs)
  }
  async function take({ language, changed, ...settings }: Preferences) {
    isTaking = true
    try {
      changeSettings(settings)
      if (!hasChosenLanguage()) await chooseLanguage(language)
    } finally {
      isTaking = false
    }
    writeEntry('preferences', { userId, changed }, 'local')
  }

  const stops = [useSettings.subscribe(onChange)]
  i18n.on('languageChanged', onChange)
  stops.push(() => i18n.off('languageChanged', onChange))
  // Whoever leaves at once has chosen all the same.
  const onLeave = () => timer && send()
  window.addEventListener('pagehide', onLeave)
  stops.push(() => window.removeEventListener('pagehide', onLeave), onLeave)

  call(getPreferences, {})
    .then((kept) => {
      const chosen = own()?.changed ?? 0
      if (kept && kept.changed > chosen) return take(kept)
      if (chosen > (kept?.changed ?? 0)) send()
    })
    .catch(notKept)
  return () => {
    for (const stop of stops) stop()
  }
}

const preferencesAt = (changed: number): Preferences => ({ ...useSettings.getState(), language: chosenLanguage(), changed })

/** It is in force here all the same, and is sent again with the next choice or log-in. */
const notKept = (error: unknown) => console.info('huanwei: the interface settings are not kept', error)
