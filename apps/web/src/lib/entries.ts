import { z } from 'zod'

const prefix = 'huanwei-'
/** `session` entries die with the browser tab. Source: spec 4, S0 §3. */
export type Where = 'session' | 'local'

/** The form of every stored entry; `datetime` is epoch ms. Source: spec 4, S0 §3. */
const Entry = z.object({ dataType: z.string(), content: z.unknown(), type: z.string().optional(), datetime: z.number() })

/** The name in the browser's store. */
export const entryKey = (name: string) => prefix + name

const places = () => [sessionStorage, localStorage]

/** The stored `name` when it fits `shape`, else null: what a person or an older version left there is not trusted. */
export function readEntry<T extends z.ZodType>(name: string, shape: T): z.output<T> | null {
  for (const place of places()) {
    const text = place.getItem(prefix + name)
    if (text === null) continue
    const content = parse(text)
    const checked = shape.safeParse(content)
    if (checked.success) return checked.data
  }
  return null
}

function parse(text: string) {
  try {
    const entry = Entry.parse(JSON.parse(text))
    return entry.dataType === 'number' ? Number(entry.content) : entry.content
  } catch {
    return undefined
  }
}

/** A full or forbidden store must not stop the work: then the entry lives only in memory. */
export function writeEntry(name: string, content: unknown, where: Where) {
  const type = where === 'session' ? where : undefined
  const text = JSON.stringify({ dataType: typeof content, content, type, datetime: Date.now() })
  try {
    const place = where === 'session' ? sessionStorage : localStorage
    place.setItem(prefix + name, text)
  } catch (error) {
    console.warn(`huanwei: ${name} could not be stored`, error)
  }
}

export function removeEntry(name: string) {
  for (const place of places()) place.removeItem(prefix + name)
}
