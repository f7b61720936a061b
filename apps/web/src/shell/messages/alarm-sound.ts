/** Two tones, three times: Hz and s. */
const tones = [880, 660] as const
const toneSeconds = 0.18
const times = 3
const volume = 0.15
const wholeMs = tones.length * times * toneSeconds * 1000

let playing: AudioContext | undefined

/** Sounds the alarm in one tab of the browser at a time. A browser that lets no page sound yet stays silent. */
export function soundAlarm() {
  void navigator.locks?.request('huanwei-alarm-sound', { ifAvailable: true }, async (lock) => {
    if (!lock) return
    stopAlarm()
    playing = play()
    // Held while it sounds, so that the other tabs, which hear of the same alarm a moment later, keep silent.
    await new Promise((resolve) => setTimeout(resolve, wholeMs + 1000))
  })
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
