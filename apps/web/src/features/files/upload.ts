import type { Endpoint } from '@huanwei/contract/endpoint'
import type { z } from 'zod'
import { unreachable, unwrap } from '../../lib/api.ts'
import { baseHeaders } from '../../lib/request.ts'
import { currentSession } from '../../lib/session.ts'

/**
 * Sends `file` to an endpoint that takes one; `onProgress` hears the share that has gone, 0 to 1. Sent again under the same `key` it is one file. Throws like `call`.
 * Not by `fetch`, which does not tell how far it has got.
 */
export async function upload<Out extends z.ZodType>(
  endpoint: Endpoint<z.ZodType, Out>,
  { file, key }: { file: File; key: string },
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<z.output<Out>> {
  signal.throwIfAborted()
  const sentToken = currentSession()?.accessToken
  const { status, text } = await sendForm(endpoint, { file, key }, onProgress, signal)
  return unwrap(endpoint, status, parse(text), sentToken).data
}

function sendForm(
  endpoint: Endpoint,
  { file, key }: { file: File; key: string },
  onProgress: (share: number) => void,
  signal: AbortSignal,
) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(endpoint.method, `${endpoint.path}?key=${key}`)
    for (const [name, value] of baseHeaders(false)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0)
    request.onload = () => resolve({ status: request.status, text: request.responseText })
    request.onerror = () => reject(unreachable())
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    const form = new FormData()
    form.set('file', file)
    request.send(form)
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A gateway in between answered with a page.
    return null
  }
}

/** Key of an upload, by which the server recognises it: 32 hex digits. */
export const newUploadKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
