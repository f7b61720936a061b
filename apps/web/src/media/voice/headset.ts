/** A browser gives the buttons of a head-set to a page whose sound is long enough, s. */
const seconds = 10
const rate = 8000

/** A sound file in which nothing is heard. */
function silentFile(): Blob {
  const head = new DataView(new ArrayBuffer(44))
  const text = (at: number, letters: string) => {
    for (const [i, letter] of [...letters].entries()) head.setUint8(at + i, letter.charCodeAt(0))
  }
  const samples = new Uint8Array(seconds * rate).fill(0x80)
  text(0, 'RIFF')
  head.setUint32(4, 36 + samples.length, true)
  text(8, 'WAVEfmt ')
  for (const [at, value] of [
    [16, 16],
    [24, rate],
    [28, rate],
    [40, samples.length],
  ] as const)
    head.setUint32(at, value, true)
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const)
    head.setUint16(at, value, true)
  text(36, 'data')
  return new Blob([head, samples], { type: 'audio/wav' })
}

/**
 * Calls `onPress` for the button of a head-set, or the play key of a keyboard, until the returned function is called. A browser lets a page have it that
 * plays something: silence, from a press of the page on.
 */
export function hearHeadset(onPress: () => void): () => void {
  if (!('mediaSession' in navigator)) return () => undefined
  const session = navigator.mediaSession
  const address = URL.createObjectURL(silentFile())
  const silence = new Audio(address)
  silence.loop = true
  const play = () => void silence.play().catch(() => undefined)
  play()
  addEventListener('pointerup', play, { once: true })
  const pressed = () => {
    // The browser would stop what plays, and the button would go elsewhere.
    play()
    session.playbackState = 'playing'
    onPress()
  }
  session.setActionHandler('play', pressed)
  session.setActionHandler('pause', pressed)
  return () => {
    removeEventListener('pointerup', play)
    session.setActionHandler('play', null)
    session.setActionHandler('pause', null)
    session.playbackState = 'none'
    silence.pause()
    URL.revokeObjectURL(address)
  }
}
