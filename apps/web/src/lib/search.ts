import { z } from 'zod'

/**
 * State of the address bar, parsed by `Search`. A value arrives as text and is taken as such, or as the number, truth
 * value or list it spells, whichever the field accepts; what no field accepts is left out, so an old link still opens.
 */
export function parseSearch<S extends z.ZodObject>(Search: S, params: URLSearchParams): z.output<S> {
  const known = Object.entries(Search.shape).flatMap(([name, field]) => {
    const texts = params.getAll(name)
    const [first] = texts
    if (first === undefined) return []
    const accepted = [first, spelled(first), texts, texts.map(spelled)].find((value) => z.safeParse(field, value).success)
    return accepted === undefined ? [] : [[name, accepted]]
  })
  return Search.parse(Object.fromEntries(known))
}

/** The address bar after `change`. Absent and empty values leave it; a list repeats its key. */
export function changeSearch(params: URLSearchParams, change: object): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(change)) {
    next.delete(name)
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') next.append(name, typeof one === 'string' ? one : JSON.stringify(one))
    }
  }
  return next
}

function spelled(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
