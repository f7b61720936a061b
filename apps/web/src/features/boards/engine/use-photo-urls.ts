import { getBoardPhotos } from '@huanwei/contract/boards/endpoints'
import { getFileUrls } from '@huanwei/contract/files/endpoints'
import { useContext, useEffect, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { BoardAccess } from './board-access.ts'

/** Addresses are valid for a day; asked for again at this interval, ms, and sooner after a loss. */
const [freshMs, retryMs] = [3_600_000, 10_000]

/** Names of the photos that were last asked for, comma-separated, and the addresses that are known. */
type Answer = { names: string; urls: ReadonlyMap<string, string> }

/**
 * Tells the address of each photo of a board, as strangers may see it: for a screen with a token one that ends with the token. A board does
 * without the cache of queries, which its page would have to load. `isLoading`: the first call for these photos has no answer yet.
 */
export function usePhotoUrls(photos: readonly { fileName: string }[]) {
  const { path, token, facilityId } = useContext(BoardAccess)
  const [answer, setAnswer] = useState<Answer>({ names: '', urls: new Map() })
  const names = photos.map(({ fileName }) => fileName).join()
  useEffect(() => {
    if (!names) return
    const ending = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const isQuiet = () => true
    const ask = async () => {
      const { signal } = ending
      const found = await (token === undefined
        ? call(getFileUrls, { fileName: names, variant: 'outside' }, signal, isQuiet)
        : call(getBoardPhotos, { path, token, facilityId }, signal, isQuiet)
      ).catch(() => undefined)
      if (signal.aborted) return
      setAnswer(({ urls }) => ({ names, urls: found ? new Map(found.map(({ fileName, url }) => [fileName, url])) : urls }))
      timer = setTimeout(ask, found ? freshMs : retryMs)
    }
    void ask()
    return () => {
      ending.abort()
      clearTimeout(timer)
    }
  }, [path, token, facilityId, names])
  return { urlOf: (name: string) => answer.urls.get(name), isLoading: names !== '' && answer.names !== names }
}
