import { useState } from 'react'

/** A question in the way of something: `ask` shows what is asked until a person answers, and resolves with whether they agree. */
export function useAnswer<Asked>() {
  const [shown, show] = useState<{ asked: Asked; onAnswer: (isWanted: boolean) => void }>()
  async function ask(asked: Asked) {
    const isWanted = await new Promise<boolean>((onAnswer) => show({ asked, onAnswer }))
    show(undefined)
    return isWanted
  }
  return { shown, ask }
}
