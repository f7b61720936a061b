/** Two tones, three times: Hz and s. */
const tones = [880, 660] as const
const toneSeconds = 0.18
const times = 3
const volume = 0.15

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
  if (isOurs) playing = play()
}

export function stopAlarm() {
  const stopped = playing
  playing = undefined
  void stopped?.close()
}

function play() {
  const context = new AudioContext()
  const gain = context.createGain()
  gain.gain.value = volume
  gain.connect(context.destination)
  for (let i = 0; i < tones.length * times; i++) {
    const tone = context.createOscillator()
    tone.frequency.value = tones[i % tones.length] ?? tones[0]
    tone.connect(gain)
    tone.start(context.currentTime + i * toneSeconds)
    tone.stop(context.currentTime + (i + 0.8) * toneSeconds)
  }
  return context
}
