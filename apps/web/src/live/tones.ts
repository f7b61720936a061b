/** `hertz` one after the other, `times` over, `seconds` each, of which the share `sounding` is heard. `volume`: 0 to 1. */
export type Tones = { hertz: readonly number[]; seconds: number; sounding: number; times: number; volume: number }

/** Plays tones; closing what it returns ends them. A browser that lets the page make no sound yet leaves it suspended. */
export function playTones({ hertz, seconds, sounding, times, volume }: Tones): AudioContext {
  const context = new AudioContext()
  const gain = context.createGain()
  gain.gain.value = volume
  gain.connect(context.destination)
  for (const [i, frequency] of Array.from({ length: times }, () => hertz)
    .flat()
    .entries()) {
    const tone = context.createOscillator()
    tone.frequency.value = frequency
    tone.connect(gain)
    tone.start(context.currentTime + i * seconds)
    tone.stop(context.currentTime + (i + sounding) * seconds)
  }
  return context
}
