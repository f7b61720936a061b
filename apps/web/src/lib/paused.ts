import { useEffect, useState } from 'react'

/** The server is asked once the person stops typing for this long, ms. */
const pauseMs = 150

/** `text` as it was when typing paused. */
export function usePaused(text: string) {
  const [paused, setPaused] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return text === '' ? '' : paused
}
