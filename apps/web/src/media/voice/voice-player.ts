import { voiceRate } from '@huanwei/contract/intercom/codes'
import { decodeALaw } from '../g711.ts'
import { hurry } from './hurry.ts'

/** A voice waits so long before it is heard, so that pieces that come late leave no gap. s. */
const cushion = 0.08
/** The loudspeaker is given so much ahead. s. */
const ahead = 0.2
/** More than this that waits is heard faster: of a speech that somebody heard of late, or after a pause of the line. s. */
const patience = 0.4
const faster = 1.5
/** Sample counts of what is played at once, at the pace of the speaker and faster. */
const [usual, hurried] = [480, 2400]
const pumpMs = 40

/** The part of an `AudioContext` that plays. */
export type Speaker = Pick<AudioContext, 'currentTime' | 'createBuffer' | 'createBufferSource' | 'destination'>

/** Plays voices as they come, one after the other; what is behind is heard faster until it has caught up. Without a loudspeaker nothing is kept. */
export function createVoicePlayer(speakerNow: () => Speaker | undefined) {
  let waiting: Float32Array[] = []
  /** End of what the loudspeaker was given, in its time. */
  let until = 0
  const playing = new Set<AudioBufferSourceNode>()
  let pumping: ReturnType<typeof setInterval> | undefined

  const amount = () => waiting.reduce((sum, { length }) => sum + length, 0)

  function take(count: number) {
    const taken = new Float32Array(Math.min(count, amount()))
    for (let filled = 0; filled < taken.length; ) {
      const [first = new Float32Array(), ...rest] = waiting
      const part = first.subarray(0, taken.length - filled)
      taken.set(part, filled)
      filled += part.length
      waiting = part.length < first.length ? [first.subarray(part.length), ...rest] : rest
    }
    return taken
  }

  function play(speaker: Speaker, samples: Float32Array) {
    const buffer = speaker.createBuffer(1, samples.length, voiceRate)
    buffer.copyToChannel(Float32Array.from(samples), 0)
    const source = speaker.createBufferSource()
    source.buffer = buffer
    source.connect(speaker.destination)
    source.onended = () => playing.delete(source)
    playing.add(source)
    if (until < speaker.currentTime) until = speaker.currentTime + cushion
    source.start(until)
    until += samples.length / voiceRate
  }

  function pump() {
    const speaker = speakerNow()
    if (!speaker) waiting = []
    while (speaker && waiting.length && until - speaker.currentTime < ahead) {
      const isBehind = amount() / voiceRate > patience
      play(speaker, isBehind ? hurry(take(hurried), faster) : take(usual))
    }
    if (waiting.length) pumping ??= setInterval(pump, pumpMs)
    else {
      clearInterval(pumping)
      pumping = undefined
    }
  }

  return {
    /** Takes the next bytes of a voice, G.711 A-law. */
    take(bytes: Uint8Array) {
      if (bytes.length) waiting.push(decodeALaw(bytes))
      pump()
    },
    /** Is heard no more. */
    stop() {
      waiting = []
      for (const source of playing) source.stop()
      playing.clear()
      until = 0
      pump()
    },
  }
}
export type VoicePlayer = ReturnType<typeof createVoicePlayer>
