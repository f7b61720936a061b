import {
  type BoardDefinition,
  changeOwnBoard,
  getOwnBoard,
  listBoardVersions,
  listOwnBoards,
  listPublishedBoards,
  publishOwnBoard,
  restoreOwnBoard,
  takeBackOwnBoard,
} from '@huanwei/contract/designs/endpoints'
import type { Endpoint, Output } from '@huanwei/contract/endpoint'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { errorOf } from '../../../lib/errors.ts'
import { useSend } from '../../../lib/send.ts'
import { begun, changed, redone, undone } from './editor-history.ts'

type Stored = Output<typeof getOwnBoard>
const shown: Endpoint[] = [listOwnBoards, listBoardVersions, listPublishedBoards]

/** A board as somebody works on it: its steps, and what the server has of it. A refusal stands until something works. */
export function useBoardDraft(first: Stored) {
  const [stored, setStored] = useState(first)
  const [history, setHistory] = useState(() => begun(first.definition))
  const [refusal, setRefusal] = useState<Error>()
  const save = useSend(changeOwnBoard, shown)
  const publish = useSend(publishOwnBoard, shown)
  const takeBack = useSend(takeBackOwnBoard, shown)
  const restore = useSend(restoreOwnBoard, shown)
  const isUnsaved = history.now !== stored.definition

  /** Takes over what the server answered; the steps before it stay, and so does what is not in `sent`. */
  const take = (answer: Stored, sent?: BoardDefinition) => {
    setStored(answer)
    setHistory((now) => {
      if (sameData(now.now, answer.definition)) return { ...now, now: answer.definition }
      return sent && now.now !== sent ? now : changed(now, answer.definition)
    })
  }
  const act = async (work: () => Promise<Stored>, sent?: BoardDefinition) => {
    try {
      setRefusal(undefined)
      take(await work(), sent)
      return true
    } catch (cause) {
      setRefusal(errorOf(cause))
      return false
    }
  }
  const { id } = stored
  const saved = () => (isUnsaved ? save({ id, definition: history.now, updateTime: stored.updateTime }) : Promise.resolve(stored))

  return {
    stored,
    history,
    refusal,
    isUnsaved,
    change: (next: BoardDefinition, group?: string) => setHistory((now) => changed(now, next, group)),
    undo: () => setHistory(undone),
    redo: () => setHistory(redone),
    save: () => act(saved, history.now),
    publish: () =>
      act(async () => {
        const kept = await saved()
        // It is saved, whether it can be published or not.
        take(kept, history.now)
        return publish({ id, updateTime: kept.updateTime })
      }, history.now),
    takeBack: () => act(() => takeBack({ id, updateTime: stored.updateTime }), stored.definition),
    restore: (version: number) => act(() => restore({ id, version, updateTime: stored.updateTime })),
    /** What somebody else has made of it: in place of the own work, or beneath it, which can then be saved. */
    async reload(isOwnKept: boolean) {
      const newer = await call(getOwnBoard, { id })
      setRefusal(undefined)
      if (isOwnKept) setStored(newer)
      else take(newer)
    },
  }
}
export type BoardDraft = ReturnType<typeof useBoardDraft>

const sameData = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
