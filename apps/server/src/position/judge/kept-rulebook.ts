import type { Rulebook, RuleFacts } from './rulebook.ts'
import { type ObjectKey, objectKey, type RulebookPart } from './rulebook-part.ts'
import type { WatchedTerminal } from './subject.ts'

/** The rulebook in memory, replaced part by part. */
export class KeptRulebook implements Rulebook {
  readonly #subjects = new Map<number, WatchedTerminal>()
  readonly #facts = new Map<number, RuleFacts>()
  /** Watched terminals by their objects: a vehicle may have another one at a video server. */
  readonly #onObject = new Map<ObjectKey, number[]>()

  get subjects(): Rulebook['subjects'] {
    return this.#subjects
  }

  get facts(): Rulebook['facts'] {
    return this.#facts
  }

  /** Terminals with rules on the objects of a part. */
  watchedIn({ objects, tenantIds }: RulebookPart): number[] {
    if (objects) return [...objects.values()].flatMap((keys) => Array.from(keys, (key) => this.#onObject.get(key) ?? []).flat())
    const subjects = [...this.#subjects.values()]
    return subjects.filter(({ tenantId }) => tenantIds?.includes(tenantId) ?? true).map(({ deviceId }) => deviceId)
  }

  /** Returns the terminals that the part was about, or is now. */
  replace(part: RulebookPart, { subjects, facts }: Rulebook): ReadonlySet<number> {
    const touched = new Set([...this.watchedIn(part), ...subjects.keys()])
    for (const deviceId of touched) this.#remove(deviceId)
    for (const [deviceId, subject] of subjects) {
      this.#subjects.set(deviceId, subject)
      const key = objectKey(subject.objectType, subject.objectId)
      this.#onObject.set(key, [...(this.#onObject.get(key) ?? []), deviceId])
    }
    // Objects outside of the part may still have rules that are gone.
    if (!part.objects)
      for (const [id, { tenantId }] of this.#facts) if (part.tenantIds?.includes(tenantId) ?? true) this.#facts.delete(id)
    for (const [id, fact] of facts) this.#facts.set(id, fact)
    return touched
  }

  #remove(deviceId: number) {
    const subject = this.#subjects.get(deviceId)
    if (!subject) return
    this.#subjects.delete(deviceId)
    const key = objectKey(subject.objectType, subject.objectId)
    const others = this.#onObject.get(key)?.filter((id) => id !== deviceId) ?? []
    if (others.length) this.#onObject.set(key, others)
    else this.#onObject.delete(key)
  }
}
