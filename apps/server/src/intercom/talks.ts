import type { SpeechEnd } from '@huanwei/contract/intercom/codes'
import type { Log } from '../position/log.ts'
import type { Keeper } from './keeper.ts'
import type { Line, Room } from './room.ts'
import { SpeechSound } from './speech.ts'

/** Who speaks: presses, sound, and the ends of speeches. */
export function createTalks({ keeper, log }: { keeper: Keeper; log: Pick<Log, 'error'> }) {
  /** Takes the floor and what is said from who had it; resolves when that is kept. `by`: the dispatcher who speaks instead. */
  async function finish(room: Room, speaker: Line, reason: SpeechEnd, by = '') {
    const { speech } = room
    room.speech = undefined
    speaker.floor = undefined
    // What is about to begin finds that the floor is gone.
    if (!speech) return by ? speaker.tell({ type: 'refused', groupId: room.id, reason: 'busy', by }) : undefined
    speech.endReason = reason
    const heardBy = new Set([speech.speaking.userId])
    for (const line of room.listeners()) {
      if (line !== speaker) line.hear(speech)
      heardBy.add(line.viewer.userId)
    }
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
  async function begin(line: Line, room: Room) {
    const { tenantId, userId } = line.viewer
    const isHolder = () => room.floor.holder === line
    try {
      const speechId = await keeper.begin({ tenantId, groupId: room.id, userId })
      const speaking = { speechId, userId, name: line.name, isDispatcher: line.isDispatcher }
      const speech = new SpeechSound({ tenantId, groupId: room.id, speaking }, Date.now())
      if (!isHolder() || room.speech) {
        speech.endReason = 'lost'
        return await keeper.end(speech, [])
      }
      room.speech = speech
      keeper.follow(speech)
      line.tell({ type: 'granted', groupId: room.id, speechId })
      room.tellAll()
    } catch (error) {
      log.error({ error }, 'a speech could not be begun')
      if (!isHolder()) return
      room.floor.release(line)
      line.floor = undefined
      line.tell({ type: 'refused', groupId: room.id, reason: 'busy', by: '' })
    }
  }

  return {
    end,
    press(line: Line, groupId: number, now: number) {
      const room = line.rooms.get(groupId)
      if (!room) return line.tell({ type: 'refused', groupId, reason: 'noMember', by: '' })
      if (line.floor) void end(line.floor, 'released')
      const pressed = room.floor.press(line, line.isDispatcher, now)
      if (!pressed.isGranted) return line.tell({ type: 'refused', groupId, reason: 'busy', by: pressed.holder.name })
      if (pressed.preempted) void finish(room, pressed.preempted, 'preempted', line.name)
      line.floor = room
      return void begin(line, room)
    },
    release(line: Line) {
      if (line.floor) void end(line.floor, 'released')
    },
    /** Takes a piece of voice; of another speech than the own it comes too late. */
    sound({ floor: room }: Line, speechId: number, voice: Buffer, now: number) {
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
