import { type BoardToken, listBoardTokens } from '@huanwei/contract/boards/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { query } from '../../../lib/api.ts'

/** Screens say that they are there every ten seconds, ms. */
const againMs = 10_000

/** The tokens of boards with their screens, asked for again and again. */
export const useBoardTokens = <T>(select: (all: BoardToken[]) => T) =>
  useQuery({
    ...query(listBoardTokens, {}),
    placeholderData: keepPreviousData,
    refetchInterval: againMs,
    select,
  })
