import type { OutcomeOfRecord } from '@huanwei/contract/records'
import type { Language } from '@huanwei/words/languages'
import { say } from '@huanwei/words/say'
import { Refused } from './refuse.ts'

/** Does `act` to one; it says the name through `called` once it knows that the caller may see it. */
type Act = (id: number, called: (name: string) => void) => Promise<unknown>

/** Does `act` to each of `ids`, one after the other; what is refused stays as it is, with the reason in words. */
export async function oneByOne(ids: readonly number[], language: Language, act: Act): Promise<OutcomeOfRecord[]> {
  const outcomes: OutcomeOfRecord[] = []
  for (const id of new Set(ids)) {
    const outcome: OutcomeOfRecord = { id, name: '', refusal: null }
    const called = (name: string) => {
      outcome.name = name
    }
    await act(id, called).catch((error: unknown) => {
      if (!(error instanceof Refused)) throw error
      outcome.refusal = say(language, error.word, error.values)
    })
    outcomes.push(outcome)
  }
  return outcomes
}
