import type { Board } from '@huanwei/contract/boards/endpoints'
import { readBoard, readBoardByToken } from '@huanwei/contract/boards/endpoints'
import type { Every } from '@huanwei/contract/reports/codes'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { call } from '../../../lib/api.ts'
import { readEntry, writeEntry } from '../../../lib/entries.ts'
import { ApiError } from '../../../lib/errors.ts'
import { isNight } from './night.ts'

/** A board is asked for again after this, ms; nothing comes while nothing changed. */
const everyMs = 2000
/** The same after a refusal or a loss. */
const retryMs = 5000

export type BoardAsked = {
  path: string
  deptId: number | undefined
  day: string | undefined
  period: Every | undefined
  facilityId: number | undefined
  isIn: boolean
  token: string | undefined
}
export type BoardState = {
  board: Board | null
  /** Time of the last answer, epoch ms. */
  heardAt: number
  /** Words of the refusal; null without one. */
  refusal: string | null
  /** True while the server does not answer. */
  isLost: boolean
}

/** This screen, told from the others that have the same token. */
const screenName = () => {
  const known = readEntry('screen', z.string())
  const screen = known ?? Math.random().toString(36).slice(2)
  if (known === null) writeEntry('screen', screen, 'local')
  return screen
}

/** Follows a board: asks again and again, over any loss. A new build is loaded in the small hours. */
export function useBoard({ path, deptId, day, period, facilityId, isIn, token }: BoardAsked): BoardState {
  const [state, setState] = useState<BoardState>({ board: null, heardAt: 0, refusal: null, isLost: false })
  useEffect(() => {
    if (!isIn && token === undefined) return
    const ending = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let known: string | undefined
    let firstBuild: string | undefined
    let heardAt = Date.now()
    const read = () => {
      if (token === undefined) return call(readBoard, { path, deptId, day, period, facilityId, known }, ending.signal, () => true)
      const dataAge = Math.round((Date.now() - heardAt) / 1000)
      const asked = { path, day, period, facilityId, known, token, screen: screenName(), build: firstBuild, dataAge }
      return call(readBoardByToken, asked, ending.signal, () => true)
    }
    const ask = async () => {
      try {
        const { version, build, board } = await read()
        heardAt = Date.now()
        firstBuild ??= build
        if (build !== firstBuild && isNight(Date.now())) window.location.reload()
        known = version
        setState((now) => ({ board: board ?? now.board, heardAt: Date.now(), refusal: null, isLost: false }))
        return everyMs
      } catch (error) {
        if (ending.signal.aborted) return everyMs
        known = undefined
        if (error instanceof ApiError && error.status < 500 && error.status !== 429)
          setState({ board: null, heardAt: 0, refusal: error.message, isLost: false })
        else setState((now) => ({ ...now, isLost: true }))
        return retryMs
      }
    }
    const turn = async () => {
      const pause = await ask()
      if (!ending.signal.aborted) timer = setTimeout(turn, pause)
    }
    void turn()
    return () => {
      ending.abort()
      clearTimeout(timer)
    }
  }, [path, deptId, day, period, facilityId, isIn, token])
  return state
}
