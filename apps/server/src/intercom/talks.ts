import type { SpeechEnd } from '@huanwei/contract/intercom/codes'
import type { Log } from '../position/log.ts'
import type { Keeper } from './keeper.ts'
import type { Room, Speaker } from './room.ts'
import { SpeechSound } from './speech.ts'

/** Who speaks: presses, sound, and the ends of speeches. */
export function createTalks({ keeper, log }: { keeper: Keeper; log: Pick<Log, 'error'> }) {
  /** Takes the floor and what is said from who had it; resolves when that is kept. `by`: the dispatcher who speaks instead. */
  async function finish(room: Room, speaker: Speaker, reason: SpeechEnd, by = '') {
    const { speech } = room
    room.speech = undefined
    speaker.floor = undefined
    // What is about to begin finds that the floor is gone.
    if (!speech) return by ? speaker.tell({ type: 'refused', groupId: room.id, reason: 'busy', by }) : undefined
    speech.endReason = reason
    room.relay(speech, speaker)
    const heardBy = new Set([...room.listeners()].map(({ userId }) => userId))
    if (speaker.userId !== null) heardBy.add(speaker.userId)
    await keeper.end(speech, [...heardBy])
    speaker.tell({ type: 'ended', speechId: speech.speaking.speechId, reason, by })
    if (speech.samples) for (const line of room.lines) line.tell({ type: 'kept', groupId: room.id })
  }

  async function end(room: Room, reason: SpeechEnd) {
    const speaker = room.floor.holder
    if (!speaker) return
    room.floor.release(speaker)
    const finished = finish(room, speaker, reason)
    room.tellAll()
    await finished
  }

  /** Begins a speech of who got the floor. */
  async function begin(speaker: Speaker, room: Room) {
    const { tenantId, userId, vehicleId, name, isDispatcher } = speaker
    const isHolder = () => room.floor.holder === speaker
    try {
      const speechId = await keeper.begin({ tenantId, groupId: room.id, userId, vehicleId })
      const speaking = { speechId, userId, vehicleId, name, isDispatcher }
      const speech = new SpeechSound({ tenantId, groupId: room.id, speaking }, Date.now())
      if (!isHolder() || room.speech) {
        speech.endReason = 'lost'
        return await keeper.end(speech, [])
      }
      room.speech = speech
      keeper.follow(speech)
      speaker.tell({ type: 'granted', groupId: room.id, speechId })
      room.tellAll()
    } catch (error) {
      log.error({ error }, 'a speech could not be begun')
      if (!isHolder()) return
      room.floor.release(speaker)
      speaker.floor = undefined
      speaker.tell({ type: 'refused', groupId: room.id, reason: 'busy', by: '' })
    }
  }

  return {
    end,
    press(speaker: Speaker, room: Room, now: number) {
      if (speaker.floor) void end(speaker.floor, 'released')
      const pressed = room.floor.press(speaker, speaker.isDispatcher, now)
      if (!pressed.isGranted) return speaker.tell({ type: 'refused', groupId: room.id, reason: 'busy', by: pressed.holder.name })
      if (pressed.preempted) void finish(room, pressed.preempted, 'preempted', speaker.name)
      speaker.floor = room
      return void begin(speaker, room)
    },
    release({ floor }: Speaker) {
      if (floor) void end(floor, 'released')
    },
    /** Takes a piece of voice; of another speech than the own it comes too late. */
    sound({ floor: room }: Speaker, speechId: number, voice: Buffer, now: number) {
      if (room?.speech?.speaking.speechId !== speechId || !room.speech.add(voice, now)) return
      room.floor.heard(now)
      room.relay()
    },
    /** Takes the floor from who has spoken too long or sends nothing. */
    tick(room: Room, now: number) {
      const reason = room.floor.overdue(now)
      if (reason) void end(room, reason)
    },
  }
}
export type Talks = ReturnType<typeof createTalks>
