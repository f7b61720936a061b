import type { Variant } from '@huanwei/contract/files/codes'
import { getFileUrls } from '@huanwei/contract/files/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { query } from './api.ts'

/** Signed addresses are valid for a day, or until the log-in ends; refetched at this interval, ms. */
const freshMs = 3_600_000

/** Tells the signed address of each of `names`, or of what it is drawn anew as; undefined until it is there, and for a file that is gone. */
export function useFileUrls(names: readonly string[], variant?: Variant) {
  const urls = useQuery({
    ...query(getFileUrls, { fileName: names.join(','), variant }),
    enabled: names.length > 0,
    staleTime: freshMs,
    placeholderData: keepPreviousData,
  })
  return (name: string) => urls.data?.find(({ fileName }) => fileName === name)?.url
}
