import { longestSilence, longestSpeech } from '@huanwei/contract/intercom/codes'

type Holder<L> = { line: L; isDispatcher: boolean; since: number; heardAt: number }
type Pressed<L> = { isGranted: true; preempted: L | undefined } | { isGranted: false; holder: L }

/** Who may speak in a group: one at a time; a dispatcher comes before everybody who is none. Times in ms. Source: spec 3, section 17. */
export class Floor<L> {
  #holder: Holder<L> | undefined

  get holder(): L | undefined {
    return this.#holder?.line
  }

  press(line: L, isDispatcher: boolean, now: number): Pressed<L> {
    const before = this.#holder
    if (before && (before.isDispatcher || !isDispatcher)) return { isGranted: false, holder: before.line }
    this.#holder = { line, isDispatcher, since: now, heardAt: now }
    return { isGranted: true, preempted: before?.line }
  }

  /** The holder was heard. */
  heard(now: number) {
    if (this.#holder) this.#holder.heardAt = now
  }

  /** False for who does not hold it. */
  release(line: L): boolean {
    if (this.#holder?.line !== line) return false
    this.#holder = undefined
    return true
  }

  /** Why the holder must give it back now; undefined while they need not. */
  overdue(now: number): 'tooLong' | 'silent' | undefined {
    if (!this.#holder) return undefined
    if (now - this.#holder.since > longestSpeech * 1000) return 'tooLong'
    return now - this.#holder.heardAt > longestSilence * 1000 ? 'silent' : undefined
  }
}
