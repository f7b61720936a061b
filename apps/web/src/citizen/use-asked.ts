import { useEffect, useState } from 'react'
import { ask } from './ask.ts'
import { useTexts } from './texts.ts'

type Asked<T> = { url: string; data?: T; error?: unknown }

/** The server's answer to `url`; requested again in another language, after `again`, and when the network is back. Null requests nothing. */
export function useAsked<T>(url: string | null) {
  const { language } = useTexts()
  const [asked, setAsked] = useState<Asked<T>>()
  const [times, setTimes] = useState(0)
  const again = () => setTimes((n) => n + 1)
  const hasFailed = asked?.error !== undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: `times` asks again
  useEffect(() => {
    if (url === null) return
    let isWanted = true
    ask<T>(url, language).then(
      (data) => isWanted && setAsked({ url, data }),
      (error: unknown) => isWanted && setAsked({ url, error }),
    )
    return () => {
      isWanted = false
    }
  }, [url, language, times])
  useEffect(() => {
    if (!hasFailed) return
    const retry = () => setTimes((n) => n + 1)
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [hasFailed])

  const now = asked?.url === url ? asked : undefined
  return { data: now?.data, error: now?.error, again }
}
