import { useEffect, useRef, useState } from 'react'
import { Lost } from './ask.ts'
import { sendPhoto, shrink, Undrawable } from './photos.ts'
import { useTexts } from './texts.ts'

/** A photo on its way; with a reason once it has failed. */
export type Upload = { key: number; file: File; share: number; reason?: string; isLost?: boolean }

/** Tries of one photo before a person is asked. */
const mostTries = 3
let keys = 0

/** Photos of a facility on their way: made small, sent one after the other. `onStored` hears the name of each that arrived. */
export function usePhotos(facilityCode: string, onStored: (name: string) => void) {
  const { t, language } = useTexts()
  const [uploads, setUploads] = useState<Upload[]>([])
  const [previews, setPreviews] = useState<ReadonlyMap<string, string>>(new Map())
  const stops = useRef(new Map<number, AbortController>())
  /** The photos before this one: two at once only share the same slow network. */
  const line = useRef(Promise.resolve())
  const latest = useRef(onStored)
  latest.current = onStored

  useEffect(() => () => stops.current.forEach((stop) => void stop.abort()), [])

  const change = (key: number, to: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...to } : one)))
  const forget = (key: number) => setUploads((all) => all.filter((one) => one.key !== key))

  async function send({ key, file }: Upload) {
    const stop = new AbortController()
    stops.current.set(key, stop)
    const small = shrink(file)
    for (let tries = 1; !stop.signal.aborted; tries++)
      try {
        const photo = await small
        const name = await sendPhoto(facilityCode, photo, language, (share) => change(key, { share }), stop.signal)
        setPreviews((known) => new Map(known).set(name, URL.createObjectURL(photo)))
        forget(key)
        return latest.current(name)
      } catch (error) {
        if (stop.signal.aborted) return
        const isLost = error instanceof Lost
        if (isLost && tries < mostTries) continue
        return change(key, { isLost, reason: reasonOf(error, t) })
      }
  }
  const queue = (one: Upload) => {
    line.current = line.current.then(() => send(one))
  }

  return {
    uploads,
    /** Addresses of pictures by the name of the stored photo. */
    previews,
    add(files: File[]) {
      const begun = files.map((file): Upload => ({ key: ++keys, file, share: 0 }))
      setUploads((all) => [...all, ...begun])
      for (const one of begun) queue(one)
    },
    retry({ key, file }: Upload) {
      const again: Upload = { key, file, share: 0 }
      setUploads((all) => all.map((one) => (one.key === key ? again : one)))
      queue(again)
    },
    drop(key: number) {
      stops.current.get(key)?.abort()
      forget(key)
    },
  }
}

function reasonOf(error: unknown, t: ReturnType<typeof useTexts>['t']) {
  if (error instanceof Lost) return t('photo.lost')
  if (error instanceof Undrawable) return t('photo.heic')
  return error instanceof Error ? error.message : String(error)
}
