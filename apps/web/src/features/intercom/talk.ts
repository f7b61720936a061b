import { longestPiece } from '@huanwei/contract/intercom/codes'
import { type Microphone, NoMicrophone, openMicrophone } from '../../media/voice/microphone.ts'
import { change } from './intercom.ts'
import type { IntercomLine } from './line.ts'

/** The microphone stays open for so long after the last word, so that the next one begins at once. ms. */
const warmMs = 30_000

/** The own button: takes the floor, and sends what the microphone hears from the press on. */
export function createTalk(line: Pick<IntercomLine, 'say' | 'speak' | 'isOpen'>) {
  let isPressed = false
  let speechId: number | undefined
  /** What was heard before the floor came. */
  let early: Uint8Array[] = []
  let microphone: Promise<Microphone> | undefined
  let cooling: ReturnType<typeof setTimeout> | undefined

  function hear(voice: Uint8Array) {
    if (!isPressed) return
    if (speechId === undefined) early.push(voice)
    else line.speak(speechId, voice)
  }

  function openOnce() {
    clearTimeout(cooling)
    microphone ??= openMicrophone(hear)
    return microphone
  }

  function closeMicrophone() {
    clearTimeout(cooling)
    void microphone?.then((one) => one.close()).catch(() => undefined)
    microphone = undefined
  }

  function stop() {
    isPressed = false
    speechId = undefined
    early = []
    change({ talk: undefined })
    clearTimeout(cooling)
    cooling = setTimeout(closeMicrophone, warmMs)
  }

  return {
    async press(groupId: number) {
      if (isPressed) return
      if (!line.isOpen()) return change({ silence: { reason: 'noLine', by: '' } })
      isPressed = true
      change({ talk: 'asking', silence: undefined })
      line.say({ press: groupId })
      try {
        await openOnce()
      } catch (error) {
        microphone = undefined
        line.say({ release: true })
        stop()
        if (!(error instanceof NoMicrophone)) throw error
        change({ silence: { reason: error.fault, by: '' } })
      }
    },
    release() {
      if (!isPressed) return
      line.say({ release: true })
      stop()
    },
    /** The floor is the own one. */
    granted(id: number) {
      if (!isPressed) return line.say({ release: true })
      speechId = id
      change({ talk: 'speaking' })
      const voice = new Uint8Array(early.flatMap((piece) => [...piece]))
      early = []
      for (let at = 0; at < voice.length; at += longestPiece) line.speak(id, voice.subarray(at, at + longestPiece))
    },
    /** The floor is somebody else's, or the line is away. */
    stop,
    /** Of the speech that ended: an earlier one ends while the next one is spoken. */
    isOf: (id: number) => speechId === id,
    close() {
      stop()
      closeMicrophone()
    },
  }
}
export type Talk = ReturnType<typeof createTalk>
