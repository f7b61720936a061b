import { playTones } from '../../live/tones.ts'

const alarm = { hertz: [880, 660], seconds: 0.18, sounding: 0.8, times: 3, volume: 0.15 }

let isOurs = false
let playing: AudioContext | undefined

/**
 * Requests to be the tab of this browser that sounds alarms: the first one that wants to is, the next one follows when it leaves. Without Web Locks
 * (plain HTTP on another host) every tab that wants to sounds. Returns the way to leave.
 */
export function joinSound() {
  const leaving = new AbortController()
  const take = () => {
    isOurs = true
  }
  const left = new Promise<void>((resolve) => leaving.signal.addEventListener('abort', () => resolve()))
  if ('locks' in navigator)
    navigator.locks
      .request('huanwei-alarm-sound', { signal: leaving.signal }, () => {
        take()
        return left
      })
      .catch((error: unknown) => {
        if (!leaving.signal.aborted) throw error
      })
  else take()
  return () => {
    isOurs = false
    leaving.abort()
  }
}

/** Sounds the alarm if this is the tab to do so. A browser that lets no page sound yet stays silent. */
export function soundAlarm() {
  stopAlarm()
  if (isOurs) playing = playTones(alarm)
}

export function stopAlarm() {
  const stopped = playing
  playing = undefined
  void stopped?.close()
}
