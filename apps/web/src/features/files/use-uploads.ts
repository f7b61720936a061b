import type { Endpoint } from '@huanwei/contract/endpoint'
import { type FileType, fileTypes, pictureTypes } from '@huanwei/contract/files/codes'
import { getUpload, type StoredFile } from '@huanwei/contract/files/endpoints'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { call } from '../../lib/api.ts'
import { errorOf, NetworkError } from '../../lib/errors.ts'
import { useUploading } from '../../ui/form/uploads.ts'
import type { SentPhoto } from '../../ui/photos/PhotoInput.tsx'
import { newUploadKey, upload } from './upload.ts'

/** A picture on its way; `stop` gives it up. */
type Sending = SentPhoto & { file: File; stop: AbortController }

type Options = {
  endpoint: Endpoint<z.ZodType, typeof StoredFile>
  mostBytes: number
  value: readonly string[]
  onChange: (names: string[]) => void
  max: number
  /** Pictures unless said otherwise. */
  types?: readonly FileType[]
}

/** Sends pictures; what arrives joins `value`. What is still on its way when the screen goes is given up, and may be tried again where it comes back. */
export function useUploads({ endpoint, mostBytes, value, onChange, max, types = pictureTypes }: Options) {
  const { t } = useTranslation('files')
  const [sending, setSending] = useState<Sending[]>([])
  useUploading(sending.some(({ reason }) => reason === undefined))
  // Later arrivals must join the list of that time.
  const latest = useRef({ value, onChange, sending })
  latest.current = { value, onChange, sending }
  useEffect(
    () => () => {
      for (const { stop } of latest.current.sending) stop.abort()
    },
    [],
  )

  const change = (key: string, next: Partial<Sending>) =>
    setSending((all) => all.map((one) => (one.key === key ? { ...one, ...next } : one)))
  const forget = (key: string) => setSending((all) => all.filter((one) => one.key !== key))

  /** Checks before sending; the server looks into the file. */
  function problemOf(file: File) {
    if (file.size > mostBytes) return t('tooLarge', { size: mostBytes / 1024 / 1024 })
    const isKnown = types.some((type) => fileTypes[type] === file.type)
    return isKnown ? undefined : t('type', { types: types.join(', ') })
  }

  async function send({ key, file, stop }: Sending) {
    try {
      const { fileName } = await arrive(endpoint, { key, file, stop }, (share) => change(key, { share }))
      forget(key)
      const names = [...latest.current.value, fileName].slice(0, max)
      latest.current.value = names
      latest.current.onChange(names)
    } catch (error) {
      // One that was dropped is not there any more.
      if (stop.signal.aborted) change(key, { reason: t('cut'), canRetry: true })
      else change(key, { reason: errorOf(error).message, canRetry: error instanceof NetworkError })
    }
  }

  return {
    sending,
    add(files: File[]) {
      const begun = files.map((file): Sending => {
        const reason = problemOf(file)
        return { ...begunUpload(newUploadKey(), file), ...(reason !== undefined && { reason }) }
      })
      setSending((all) => [...all, ...begun])
      for (const one of begun) if (one.reason === undefined) void send(one)
    },
    retry(key: string) {
      const failed = sending.find((one) => one.key === key)
      if (!failed) return
      const again = begunUpload(key, failed.file)
      setSending((all) => all.map((each) => (each.key === key ? again : each)))
      void send(again)
    },
    drop(key: string) {
      sending.find((one) => one.key === key)?.stop.abort()
      forget(key)
    },
  }
}

const begunUpload = (key: string, file: File): Sending => ({
  key,
  file,
  share: 0,
  canRetry: false,
  stop: new AbortController(),
})

/** The file as the server has it: of a reply that was lost it is asked whether the file arrived. */
async function arrive(
  endpoint: Options['endpoint'],
  { key, file, stop }: Pick<Sending, 'key' | 'file' | 'stop'>,
  onShare: (share: number) => void,
) {
  try {
    return await upload(endpoint, { file, key }, onShare, stop.signal)
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    const arrived = await call(getUpload, { key }, stop.signal).catch(() => null)
    if (!arrived) throw error
    return arrived
  }
}
