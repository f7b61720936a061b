import type { Endpoint } from '@huanwei/contract/endpoint'
import { z } from 'zod'
import { Refused } from './refuse.ts'

/** Longest list of unknown names in a refusal, characters. */
const mostNamed = 100

/**
 * The parameters of a query that ask for something, in the names of the call: blank ones say nothing (source: spec 1, section 7), and the family's clients
 * have names of their own for some. Refuses with 400 what the call does not know: a filter without an effect would look like one. Source: spec 3, section 5.
 */
export function askedOf({ method, bare, input, otherNames }: Endpoint, query: object): object {
  const known = input instanceof z.ZodObject ? input.shape : undefined
  const named = Object.entries(inOwnNames(otherNames, query)).flatMap(([name, value]) => asOwn(known ?? {}, name, value))
  const asked = named.filter(([, value]) => !isBlank(value))
  if (method === 'GET' && !bare)
    mustKnow(
      { input },
      asked.map(([name]) => name),
    )
  return Object.fromEntries(asked)
}

/** Refuses with 400 names that a call has no field for. */
export function mustKnow({ input }: Pick<Endpoint, 'input'>, names: string[]) {
  const unknown = input instanceof z.ZodObject ? names.filter((name) => !Object.hasOwn(input.shape, name)) : []
  if (unknown.length) throw new Refused(400, 'refusals:unknownFilter', { what: unknown.join(', ').slice(0, mostNamed) })
}

const isBlank = (value: unknown): boolean => (Array.isArray(value) ? value.every(isBlank) : String(value).trim() === '')

/** Fields with those under another name brought to the field's own, which wins when both are sent. */
export function inOwnNames(otherNames: Endpoint['otherNames'], fields: object): object {
  if (!otherNames) return fields
  const own = Object.entries(otherNames).flatMap(([other, name]) => {
    const value = Object.entries(fields).find(([sent]) => sent === other)?.[1]
    return value === undefined ? [] : [[name, value]]
  })
  return {
    ...Object.fromEntries(own),
    ...Object.fromEntries(Object.entries(fields).filter(([name]) => !Object.hasOwn(otherNames, name))),
  }
}

/** A parameter of a family's client as the call has it: columns of an order in their own spelling (`create_time`), and a span as its column given twice. */
function asOwn(known: object, name: string, value: unknown): [string, unknown][] {
  const isKnown = (own: string) => Object.hasOwn(known, own)
  if ((name === 'ascs' || name === 'descs') && typeof value === 'string')
    return [[name, value.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())]]
  if (isKnown(name)) return [[name, value]]
  if (name === 'createTime' && isKnown('startTime') && isKnown('endTime') && Array.isArray(value) && value.length === 2)
    return [
      ['startTime', value[0]],
      ['endTime', value[1]],
    ]
  return [[name, value]]
}

/** A body without the numbers that were sent blank, as forms of the family send what nobody filled in: they count as absent. Undefined when it has none. */
export function withoutBlankNumbers(sent: object, { issues }: z.core.$ZodError): object | undefined {
  const refused = issues.flatMap(({ path, ...issue }) => (path.length === 1 && wantsNumber(issue) ? path : []))
  const fields = Object.entries(sent)
  const rest = fields.filter(([name, value]) => !(typeof value === 'string' && isBlank(value) && refused.includes(name)))
  return rest.length < fields.length ? Object.fromEntries(rest) : undefined
}

const wantsNumber = (issue: object) =>
  ('expected' in issue && (issue.expected === 'number' || issue.expected === 'int')) ||
  ('values' in issue && Array.isArray(issue.values) && issue.values.every((one) => typeof one === 'number'))
