import { voiceRate } from '@huanwei/contract/intercom/codes'
import { encodeALaw } from './a-law.ts'
import { createResampler } from './resample.ts'
import voiceScript from './voice.worklet.ts?worker&url'

/** Why there is no microphone: the person or the browser said no, there is none, another program holds it, the page came by plain http. */
export type MicrophoneFault = 'refused' | 'missing' | 'busyMicrophone' | 'insecure'

/** Thrown when a microphone does not open. */
export class NoMicrophone extends Error {
  readonly fault: MicrophoneFault
  constructor(fault: MicrophoneFault) {
    super(`no microphone: ${fault}`)
    this.fault = fault
  }
}

const faults: Record<string, MicrophoneFault> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotSupportedError: 'missing',
  NotReadableError: 'busyMicrophone',
  AbortError: 'busyMicrophone',
}

export type Microphone = { close(): void }

/** Opens the microphone; `onVoice` is given what it hears, as G.711 A-law of 8 kHz in pieces of about 20 ms. Throws `NoMicrophone`. */
export async function openMicrophone(onVoice: (bytes: Uint8Array) => void): Promise<Microphone> {
  const stream = await askForStream()
  const context = new AudioContext()
  const close = () => {
    for (const track of stream.getTracks()) track.stop()
    void context.close()
  }
  try {
    await context.audioWorklet.addModule(voiceScript)
    const resample = createResampler(context.sampleRate, voiceRate)
    const capture = new AudioWorkletNode(context, 'capture', { numberOfOutputs: 0 })
    capture.port.onmessage = ({ data }: MessageEvent<Float32Array>) => onVoice(encodeALaw(resample(data)))
    context.createMediaStreamSource(stream).connect(capture)
    await context.resume()
  } catch (error) {
    close()
    throw error
  }
  return { close }
}

async function askForStream() {
  // Browsers give it to pages of https and of the own machine alone.
  if (!navigator.mediaDevices) throw new NoMicrophone('insecure')
  const audio = { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true }
  try {
    return await navigator.mediaDevices.getUserMedia({ audio })
  } catch (error) {
    const fault = error instanceof DOMException && faults[error.name]
    throw fault ? new NoMicrophone(fault) : error
  }
}
