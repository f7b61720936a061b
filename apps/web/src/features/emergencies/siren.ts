import { z } from 'zod'
import { create } from 'zustand'
import { readEntry, writeEntry } from '../../lib/entries.ts'
import { callOf, onCalls } from '../../live/emergencies.ts'
import { playTones } from '../../live/tones.ts'
import { createElection } from './election.ts'

const siren = { hertz: [960, 770], seconds: 0.4, sounding: 0.9, volume: 0.25 }
const times = 8

type Siren = {
  /** The person's choice for this browser; on unless switched off. */
  isOn: boolean
  /** The browser let no tab sound the last call. */
  isRefused: boolean
}
export const useSiren = create<Siren>(() => ({ isOn: readEntry('emergencySound', z.boolean()) ?? true, isRefused: false }))

/** A browser lets a page sound once somebody has touched it. */
const canSound = () => navigator.userActivation?.hasBeenActive ?? true

/** Switches the sound of this browser on or off. A click is what the browser waits for: from then on this tab may sound. */
export function setSiren(isOn: boolean) {
  writeEntry('emergencySound', isOn, 'local')
  useSiren.setState({ isOn, isRefused: false })
  stopSiren()
  if (isOn) play(1)
}

/** Sounds calls in one tab of the browser until the returned function is called. */
export function watchCalls() {
  // The tab that is looked at comes first; otherwise always the same one, so that two calls do not sound over each other.
  const place = Math.random()
  const election = createElection({
    air: new BroadcastChannel('huanwei-emergencies'),
    now: () => performance.now(),
    after: (ms, run) => setTimeout(run, ms),
    rank: () => place + (document.visibilityState === 'visible' ? 0 : 1),
    canSound,
    sound: () => play(times),
    onSilence: () => useSiren.setState({ isRefused: true }),
  })
  const stop = onCalls((fresh) => {
    if (readEntry('emergencySound', z.boolean()) ?? true) for (const one of fresh) election.ring(callOf(one))
  })
  return () => {
    stop()
    stopSiren()
    election.close()
  }
}

let playing: AudioContext | undefined

export function stopSiren() {
  const stopped = playing
  playing = undefined
  void stopped?.close()
}

function play(rounds: number) {
  stopSiren()
  const context = playTones({ ...siren, times: rounds })
  playing = context
  // Some browsers refuse without saying so.
  setTimeout(() => playing === context && context.state === 'suspended' && useSiren.setState({ isRefused: true }), 500)
}
