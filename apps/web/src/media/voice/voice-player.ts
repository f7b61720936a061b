import { decodeALaw } from '../g711.ts'
import { JitterBuffer } from './jitter-buffer.ts'
import voiceScript from './voice.worklet.ts?worker&url'

/** Where voices are heard: `put` takes samples of 8000 a second. */
type Output = { put(samples: Float32Array<ArrayBuffer>): void; close(): void }

/** Samples that a page without worklets plays at once. */
const scriptSize = 1024

/** The browser's thread of sound plays: a busy page leaves no gap in a voice. */
async function openOutput(speaker: AudioContext): Promise<Output> {
  try {
    await speaker.audioWorklet.addModule(voiceScript)
  } catch {
    return openInPage(speaker)
  }
  const node = new AudioWorkletNode(speaker, 'play', { numberOfInputs: 0, outputChannelCount: [1] })
  node.connect(speaker.destination)
  return {
    put: (samples) => node.port.postMessage(samples, [samples.buffer]),
    close() {
      node.port.postMessage(null)
      node.disconnect()
    },
  }
}

/** Browsers give worklets to pages of https and of the own machine alone; one of plain http can hear too. */
function openInPage(speaker: AudioContext): Output {
  const voices = new JitterBuffer(speaker.sampleRate)
  const node = speaker.createScriptProcessor(scriptSize, 0, 1)
  node.onaudioprocess = ({ outputBuffer }) => voices.fill(outputBuffer.getChannelData(0))
  node.connect(speaker.destination)
  return { put: (samples) => voices.put(samples), close: () => node.disconnect() }
}

/** Plays voices as they come, one after the other. Without a loudspeaker nothing is kept. */
export function createVoicePlayer(speakerNow: () => AudioContext | undefined) {
  let output: Promise<Output> | undefined
  return {
    /** Takes the next bytes of a voice, G.711 A-law. */
    take(bytes: Uint8Array) {
      const speaker = speakerNow()
      if (!speaker || !bytes.length) return
      output ??= openOutput(speaker)
      const samples = decodeALaw(bytes)
      void output.then(({ put }) => put(samples))
    },
    /** Is heard no more. */
    stop() {
      void output?.then(({ close }) => close())
      output = undefined
    },
  }
}
export type VoicePlayer = ReturnType<typeof createVoicePlayer>
