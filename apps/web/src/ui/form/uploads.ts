import { createContext, type Dispatch, type SetStateAction, use, useEffect, useMemo, useState } from 'react'

/** How many files are on their way that a form will name. */
type UploadCount = { count: number; setCount: Dispatch<SetStateAction<number>> }

/** The uploads of the form around: until all have ended, it is not sent. */
export const Uploads = createContext<UploadCount>({ count: 0, setCount: () => undefined })

/** The uploads of a form, for `Uploads` around its fields and buttons. */
export function useUploadCount(): UploadCount {
  const [count, setCount] = useState(0)
  return useMemo(() => ({ count, setCount }), [count])
}

/** Lets the form around wait while a field of it sends files. */
export function useUploading(isUploading: boolean) {
  const { setCount } = use(Uploads)
  useEffect(() => {
    if (!isUploading) return
    setCount((count) => count + 1)
    return () => setCount((count) => count - 1)
  }, [isUploading, setCount])
}
