import { z } from 'zod'

/** Most elements of a body that is a list, and of each of its fields that is one. */
type Limits = { own: number | undefined; fields: Map<string, number> }

const known = new WeakMap<z.ZodType, Limits>()

const maxItemsOf = (schema: unknown): number | undefined =>
  typeof schema === 'object' && schema !== null && 'maxItems' in schema && typeof schema.maxItems === 'number'
    ? schema.maxItems
    : undefined

function limitsOf(input: z.ZodType): Limits {
  const found = known.get(input)
  if (found) return found
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const most = maxItemsOf(field)
    return most === undefined ? [] : [[name, most] as const]
  })
  const limits = { own: maxItemsOf(schema), fields: new Map(fields) }
  known.set(input, limits)
  return limits
}

/**
 * Input with each list that is longer than its form allows cut to one element too many: it is refused as too long, and its other elements, as many as a
 * body holds, are not checked before.
 */
export function cutLongLists(input: z.ZodType, sent: object): object {
  const { own, fields } = limitsOf(input)
  if (Array.isArray(sent)) return own === undefined || sent.length <= own ? sent : sent.slice(0, own + 1)
  if (!fields.size) return sent
  const isLong = (name: string, value: unknown) =>
    Array.isArray(value) && value.length > (fields.get(name) ?? Number.POSITIVE_INFINITY)
  const entries = Object.entries(sent)
  if (!entries.some(([name, value]) => isLong(name, value))) return sent
  return Object.fromEntries(
    entries.map(([name, value]) => [name, isLong(name, value) ? value.slice(0, (fields.get(name) ?? 0) + 1) : value]),
  )
}
