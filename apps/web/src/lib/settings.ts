import { usualSounds } from '@huanwei/contract/messages/codes'
import { defaultColour } from '@huanwei/contract/preferences/codes'
import { Settings } from '@huanwei/contract/preferences/endpoints'
import { z } from 'zod'
import { create } from 'zustand'
import { readEntry, writeEntry } from './entries.ts'

/** The wall of who never put anything on it. */
export const emptyWall: Settings['videoWall'] = { size: 4, tiles: [], named: [] }

/** Read in a component: `useSettings((s) => s.showTag)`. */
export const useSettings = create<Settings>(storedSettings)

/** Puts `change` in force and stores it in this browser. */
export function changeSettings(change: Partial<Settings>) {
  useSettings.setState(change)
  for (const [name, value] of Object.entries(change))
    writeEntry(name, typeof value === 'boolean' ? String(value) : value, 'local')
}

/** Settings stored in this browser, entry by entry; defaults for the rest. A switch is stored as a word. Source: spec 4, S0 §2.5. */
function storedSettings(): Settings {
  const { themeName, theme, homeMenus, homeCards, hiddenCards, livePins, liveHidden, streamHidden, videoWall, soundTypes } =
    Settings.shape
  const switchOf = (name: string) => {
    const word = readEntry(name, z.enum(['true', 'false']))
    return word === null ? undefined : word === 'true'
  }
  const isOn = (name: string, start = true) => switchOf(name) ?? start
  return {
    themeName: readEntry('themeName', themeName) ?? 'default',
    theme: readEntry('theme', theme) ?? defaultColour,
    showTag: isOn('showTag'),
    showTheme: isOn('showTheme'),
    showColor: isOn('showColor'),
    showFullScreen: isOn('showFullScreen'),
    showCollapse: isOn('showCollapse'),
    // The side menu holds the same.
    showMenu: isOn('showMenu', false),
    showLock: isOn('showLock'),
    intercom: isOn('intercom'),
    homeMenus: readEntry('homeMenus', homeMenus) ?? [],
    homeCards: readEntry('homeCards', homeCards) ?? [],
    hiddenCards: readEntry('hiddenCards', hiddenCards) ?? [],
    desk: switchOf('desk'),
    livePins: readEntry('livePins', livePins) ?? [],
    liveHidden: readEntry('liveHidden', liveHidden) ?? {},
    streamHidden: readEntry('streamHidden', streamHidden) ?? [],
    streamSelected: isOn('streamSelected', false),
    streamInView: isOn('streamInView', false),
    videoWall: readEntry('videoWall', videoWall) ?? emptyWall,
    soundTypes: readEntry('soundTypes', soundTypes) ?? [...usualSounds],
  }
}
