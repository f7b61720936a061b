import { readBoard, readBoardByToken } from '@huanwei/contract/boards/endpoints'
import type { Every } from '@huanwei/contract/reports/codes'
import { languageOfTag } from '@huanwei/words/languages'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { call } from '../../../lib/api.ts'
import { readEntry, writeEntry } from '../../../lib/entries.ts'
import { currentSession } from '../../../lib/session.ts'
import { loadNewBuild, stopComing } from '../../../shell/next-build.ts'
import { reloadWhereThere } from '../../../shell/reload.ts'
import { openBoardLine } from './board-line.ts'
import { type BoardState, followBoard, noBoard } from './follow-board.ts'
import { fetchSceneEarly } from './load-scene.ts'
import { isNight, ownMinute } from './night.ts'
import { watchTurns } from './watch-turns.ts'

export type BoardAsked = {
  path: string
  deptId: number | undefined
  day: string | undefined
  period: Every | undefined
  facilityId: number | undefined
  isIn: boolean
  token: string | undefined
}

/** This screen, told from the others that have the same token. */
const screenName = () => {
  const known = readEntry('screen', z.string())
  const screen = known ?? Math.random().toString(36).slice(2)
  if (known === null) writeEntry('screen', screen, 'local')
  return screen
}

/** Follows a board. A new build is loaded in the small hours; a page that stands still loads itself anew. */
export function useBoard({ path, deptId, day, period, facilityId, isIn, token }: BoardAsked): BoardState {
  const [state, setState] = useState(noBoard)
  const language = languageOfTag(useTranslation().i18n.language)
  useEffect(() => {
    if (!isIn && token === undefined) return
    const ending = new AbortController()
    const about = { path, day, period, facilityId }
    const minute = ownMinute()
    const turns = watchTurns(reloadWhereThere)
    const stop = followBoard({
      async read({ known, build, dataAge }) {
        const reply = await (token === undefined
          ? call(readBoard, { ...about, deptId, known }, ending.signal, () => true)
          : call(readBoardByToken, { ...about, known, token, screen: screenName(), build, dataAge }, ending.signal, () => true))
        if (reply.board?.ground) fetchSceneEarly()
        return reply
      },
      openLine: ({ known, build = '', dataAge }, listener) => {
        const by = token === undefined ? { session: currentSession()?.accessToken } : { token }
        const join = { ...about, ...by, deptId, known, screen: screenName(), build, dataAge, language: language ?? 'zh-CN' }
        return openBoardLine(join, listener)
      },
      tell(change) {
        turns.note()
        setState(change)
      },
      heard: (now, isNewer) => isNewer && isNight(now, minute) && loadNewBuild(),
    })
    return () => {
      stop()
      turns.end()
      ending.abort()
      stopComing()
    }
  }, [path, deptId, day, period, facilityId, isIn, token, language])
  return state
}
