import { dateTime } from '@huanwei/contract/fields'
import { VideoResult } from '@huanwei/contract/video/codes'
import { z } from 'zod'
import { momentOf } from '../../../lib/time.ts'

/** Names that a list may have. */
const mostNames = 1000

/** The answer to a call. `cmsserver` says that the code is one of devices and media. Source: spec 4, III.2 and III.3. */
export type ApiAnswer = { result: number; cmsserver?: 1; [field: string]: unknown }

/** A refusal among the codes of the interface. */
export const isRefusal = (result: number): result is Exclude<VideoResult, 0> =>
  result !== VideoResult.ok && Object.values<number>(VideoResult).includes(result)

export const succeeded = (fields: object = {}): ApiAnswer => ({ result: VideoResult.ok, ...fields })
export const failed = (result: VideoResult): ApiAnswer => ({ result })

/** Parameters of a call by their names in lower case, as clients disagree about them; the last of a repeated one counts. */
export function parametersOf(...parts: unknown[]): Record<string, string> {
  const sent = parts.flatMap((part) => (typeof part === 'object' && part !== null ? Object.entries(part) : []))
  return Object.fromEntries(
    sent.flatMap(([name, value]) => {
      const last: unknown = Array.isArray(value) ? value.at(-1) : value
      const text = typeof last === 'number' ? String(last) : last
      // Empty means absent; a text with NUL is one that no parameter takes.
      return typeof text === 'string' && text.trim() !== '' ? [[name.toLowerCase(), text.trim()]] : []
    }),
  )
}

export const textUpTo = (most: number) =>
  z
    .string()
    .max(most)
    .refine((value) => !value.includes('\0'))
export const integer = (least: number, most: number) =>
  z
    .string()
    .regex(/^-?\d{1,10}$/)
    .transform(Number)
    .pipe(z.number().int().min(least).max(most))

/** A year that a message to a terminal can say, of two digits or of four. */
export const year = integer(0, 2099).refine((value) => value < 100 || value >= 2000)

/** Names by comma; none when absent. */
export const names = textUpTo(40 * mostNames)
  .transform((value) =>
    value
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  )
  .pipe(z.array(z.string().max(40)).max(mostNames))
  .default([])

/** `yyyy-MM-dd HH:mm:ss` as epoch ms. */
export const momentText = dateTime.transform(momentOf)

/** 0 WGS-84, 1 GCJ-02, 2 BD-09. */
export const toMap = integer(0, 2).default(0)
