import type { KeyOf } from '@huanwei/words/messages'
import { z } from 'zod'
import { shanghaiMs } from './time.ts'

/** The message of a check: the key of a text, said in the language of whoever reads it. */
export const word = <K extends KeyOf<'checks'>>(key: K) => `checks:${key}` as const

/** True for a message that `word` made; any other is a text already. */
export const isWord = (message: string): message is `checks:${KeyOf<'checks'>}` => message.startsWith('checks:')

/** Digits as they come in a path, a query or a form; anything else goes on as it is and is refused as no number. */
const fromDigits = (sent: unknown) => (typeof sent === 'string' && /^-?\d{1,16}$/.test(sent) ? Number(sent) : sent)

/** An integer, written as a number or in decimal digits; `form` narrows it. Nothing else counts: no empty text, null, list or `1e3`. */
export const whole = <T extends z.ZodType>(form: T) => z.preprocess(fromDigits, form)

/** The largest value of the database's integer. */
const maxInteger = 2_147_483_647

/** An id; `missing` is told when it is left out. */
export const idOf = (missing?: string) => whole(z.number(missing).int().positive().max(maxInteger))
/** A positive id, from a path, a query or a body. */
export const id = idOf()
/** The id of something that there are very many of: events and what is pushed. */
export const longId = whole(z.number().int().positive().max(Number.MAX_SAFE_INTEGER))
/** Several of `form`, in a query as a repeated parameter; one alone arrives there without a list around it. */
export const several = <T extends z.ZodType>(form: T, most: number) =>
  z.preprocess((sent) => (sent === undefined ? sent : [sent].flat()), z.array(form).min(1).max(most).optional()).optional()
/** A field that the family's clients send blank, or as null, when they do not mean it. */
export const orNone = <T extends z.ZodType>(form: T) =>
  z
    .preprocess((sent) => (sent === '' || sent === null ? undefined : sent), form.optional())
    .optional()
    .meta({ takesBlank: true })
/** A parent's id, 0 for none. */
export const parentId = whole(z.number().int().min(0).max(maxInteger))

/** True when `yyyy-MM-dd HH:mm:ss` is a valid moment: no 31 February, no hour 24, no year 0. */
function isMoment(text: string) {
  const at = Date.parse(`${text.replace(' ', 'T')}+08:00`)
  if (Number.isNaN(at) || text.startsWith('0000')) return false
  return new Date(at + shanghaiMs).toISOString().slice(0, 19) === text.replace(' ', 'T')
}

/** `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai, as every time on the wire. Source: spec 3, section 5. */
export const dateTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, { error: word('momentFormat'), abort: true })
  .refine(isMoment, word('momentFormat'))

/** `yyyy-MM-dd`. */
export const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, { error: word('dayFormat'), abort: true })
  .refine((text) => isMoment(`${text} 00:00:00`), word('dayFormat'))

/** Files that one event can have. */
export const mostFiles = 9
const commaList = z.string().regex(/^([0-9a-f]{32}\.\w{2,5}(,(?!$)|$))*$/, { error: word('fileNames'), abort: true })
const namesIn = <T extends z.ZodType<string>>(text: T) =>
  text
    .transform((names: string) => names.split(',').filter(Boolean))
    .refine((names) => names.length <= mostFiles, word('tooManyFiles'))
/** Opaque names of stored files as the upload answered them, comma-separated on the wire. Source: spec 3, section 12. */
export const fileNames = namesIn(commaList.default(''))
/** The same, where those that are left out stay as they are. */
export const changedFileNames = namesIn(commaList).optional()

/** Intercom account; empty when there is none. */
export const intercomAccount = z.string().trim().max(64).default('')

/** Degrees, WGS-84. */
export const lng = z.number().min(-180).max(180)
export const lat = z.number().min(-90).max(90)

/** For a call that takes nothing. */
export const nothing = z.object({})
/** For a call that only says it worked. */
export const done = z.boolean()
