/** The loudspeaker of the page; made by the first press that wants sound, as browsers let nothing else make one. */
let speaker: AudioContext | undefined

/** Called while a press is handled. */
export function openSpeaker() {
  speaker ??= new AudioContext()
  void speaker.resume()
}

/** Undefined before the first press that wants sound. */
export const openedSpeaker = () => speaker
