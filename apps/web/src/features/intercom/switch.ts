import type { LineNews } from '@huanwei/contract/intercom/messages'
import { z } from 'zod'
import { i18n } from '../../i18n/i18n.ts'
import { readEntry, removeEntry, writeEntry } from '../../lib/entries.ts'
import { notify } from '../../lib/notices.ts'
import { currentSession, useSession } from '../../lib/session.ts'
import { useSettings } from '../../lib/settings.ts'
import { playTones } from '../../live/tones.ts'
import { openedSpeaker } from '../../media/speaker.ts'
import { hearHeadset } from '../../media/voice/headset.ts'
import { createVoicePlayer, type VoicePlayer } from '../../media/voice/voice-player.ts'
import { change, turnedOff, useIntercom } from './intercom.ts'
import { type IntercomLine, openLine } from './line.ts'
import { createTalk, type Talk } from './talk.ts'
import { onEntry } from './was-on.ts'

/** Name under which a tab keeps which group it heard. */
const groupEntry = 'intercomGroup'
const ringTones = { hertz: [660, 880], seconds: 0.25, sounding: 0.8, times: 3, volume: 0.2 }
const answerSeconds = 30

/** Asks the parts that show groups and speeches to look again; set by the page. */
const listeners = new Set<() => void>()
/** Calls `listener` when there is a new speech or another group, until the returned function is called. */
export function onIntercomNews(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const tellAll = () => {
  for (const listener of listeners) listener()
}

/** True until the server knows what this line hears. */
let isNewLine = false
let on: { line: IntercomLine; talk: Talk; voices: VoicePlayer; leave: (() => void)[] } | undefined

/** Turns the intercom of this tab on. It is heard once a press has opened the loudspeaker. */
export function turnOn() {
  if (on) return
  const voices = createVoicePlayer(openedSpeaker)
  change({ power: 'connecting', silence: undefined })
  const line = openLine(() => currentSession() ?? undefined, {
    onOpen: opened,
    onNews: (news) => take(news),
    onVoice: (_speech, _at, voice) => voices.take(voice),
    onLost(isRefused) {
      talk.stop()
      if (!isRefused) return change({ power: 'connecting', groups: [] })
      turnOff()
      notify({ kind: 'warning', text: i18n.t('shell:intercom.disconnected') })
    },
  })
  const talk = createTalk(line)
  // A renewed session needs a line of its own; a log-out ends it.
  const leave = [useSession.subscribe(({ session }) => session ?? turnOff()), hearHeadset(turn)]
  on = { line, talk, voices, leave }
  writeEntry(onEntry, true, 'session')
}

export function turnOff() {
  if (!on) return
  const { line, talk, voices, leave } = on
  on = undefined
  change({ power: 'closing' })
  for (const stop of leave) stop()
  talk.close()
  voices.stop()
  line.close()
  removeEntry(onEntry)
  turnedOff()
}

function opened() {
  isNewLine = true
  change({ power: 'open' })
  tellAll()
}

/** Hears a group from now on, or once the intercom is on; undefined for none. */
export function listenTo(groupId: number | undefined) {
  if (groupId !== undefined) writeEntry(groupEntry, groupId, 'session')
  if (!on) return
  const { power, listening } = useIntercom.getState()
  change({ listening: groupId, silence: undefined })
  // The server is told once it knows the line, and once of each group: a voice that is being heard goes on.
  if (power === 'open' && groupId !== listening) hear(groupId)
  tellAll()
}

function hear(groupId: number | undefined) {
  on?.voices.stop()
  on?.line.say({ listen: groupId ?? null })
}

/** Turns the intercom on where it is off, and hears a group. */
export function talkIn(groupId: number) {
  writeEntry(groupEntry, groupId, 'session')
  turnOn()
  if (useIntercom.getState().power === 'open') listenTo(groupId)
}

/** Takes the floor of the group that is heard. */
export function press() {
  const { listening } = useIntercom.getState()
  if (listening !== undefined) void on?.talk.press(listening)
}
export const release = () => on?.talk.release()

/** The button of a head-set cannot be held: one press begins, the next one ends. */
const turn = () => (useIntercom.getState().talk ? release() : press())

function take(news: LineNews) {
  if (!on) return
  const { talk } = on
  const { groups, listening } = useIntercom.getState()
  switch (news.type) {
    case 'groups': {
      change({ groups: news.groups })
      const kept = listening ?? readEntry(groupEntry, z.number()) ?? undefined
      const wanted = news.groups.find(({ id }) => id === kept) ?? news.groups[0]
      if (wanted?.id !== listening) listenTo(wanted?.id)
      else if (isNewLine) hear(listening)
      isNewLine = false
      return tellAll()
    }
    case 'group':
      return change({ groups: groups.map((group) => (group.id === news.group.id ? news.group : group)) })
    case 'granted':
      return void talk.granted(news.speechId)
    case 'refused':
      talk.stop()
      return change({ silence: news })
    case 'ended':
      if (!talk.isOf(news.speechId)) return
      talk.stop()
      return change({ silence: news.reason === 'released' ? undefined : news })
    case 'kept':
      return tellAll()
    case 'ring':
      return ring(news)
    case 'open':
      return openByItself(news)
  }
}

/** A call for help of one's own, or one that was taken over: its group is heard from now on. */
function openByItself({ groupId, name }: Extract<LineNews, { type: 'open' }>) {
  listenTo(groupId)
  notify({ kind: 'warning', text: i18n.t('shell:intercom.opened', { name }), about: `call ${groupId}` })
}

function ring({ groupId, by, isEmergency }: Extract<LineNews, { type: 'ring' }>) {
  tellAll()
  // A call for help has a sound of its own.
  if (useSettings.getState().intercom && !isEmergency) {
    const tones = playTones(ringTones)
    setTimeout(() => void tones.close(), 2000)
  }
  const go = () => listenTo(groupId)
  notify({
    kind: 'warning',
    text: i18n.t(isEmergency ? 'shell:intercom.help' : 'shell:intercom.ring', { name: by }),
    about: `call ${groupId}`,
    way: { word: i18n.t('shell:intercom.answer'), seconds: answerSeconds, go },
  })
}
