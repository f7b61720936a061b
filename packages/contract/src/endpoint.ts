import type { z } from 'zod'
import type { Permission } from './permissions.ts'

/**
 * Callers: anybody, an OAuth client (Basic header), anybody logged in, anybody logged in or with a signed address, or holders of one permission.
 * `platform_admin` is the permission of the operator of the whole installation.
 */
export type Access = 'public' | 'client' | 'session' | 'signed' | { permission: Permission }

/** One HTTP call, described once. The server registers it; the web app calls it; `/docs` shows it. */
export type Endpoint<In extends z.ZodType = z.ZodType, Out extends z.ZodType = z.ZodType, A extends Access = Access> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Fastify path syntax: `/admin/violationEvent/:id`. */
  path: string
  access: A
  /** Input of the call: path params, query and body, merged into one object. */
  input: In
  /** Reply inside the envelope's `data`; the whole body when `bare`. */
  output: Out
  /** Fields that the family's clients send under another name, by that name. */
  otherNames?: Readonly<Record<string, string>>
  /** Fields that mean something else here than in other calls: the word of `fields` by which a refusal names them. */
  fieldWords?: Readonly<Record<string, string>>
  /** True where a standard fixes the body (OAuth tokens): no envelope. */
  bare?: true
  /** True for a POST or PUT that changes nothing. Every other one, and every DELETE, is written into the operation log. */
  reads?: true
  /** True for what an app sends by itself, such as where a phone is, a read message or the width of a column: not written into the operation log. */
  automatic?: true
  /** True where the body is a form (multipart) with the file in its field `file`. */
  takesFile?: true
  /** True where a locked session is answered too; everywhere else it gets 423. Source: spec 3, section 4. */
  whileLocked?: true
}

/** Tells a call from every other one: `PUT /admin/area`. The words `operations` say by this name what it does, in the operation log and in `/docs`. */
export const nameOfCall = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`

/** Identity function: keeps the literal types of `input`, `output` and `access`. */
export const endpoint = <In extends z.ZodType, Out extends z.ZodType, const A extends Access>(e: Endpoint<In, Out, A>) => e

export type Input<E extends Endpoint> = z.input<E['input']>
/** The input as the server has it after parsing, defaults filled in. */
export type Parsed<E extends Endpoint> = z.output<E['input']>
export type Output<E extends Endpoint> = z.output<E['output']>

/** Every reply has this shape. `code` 0 means success, 1 failure; `msg` is for people. Source: spec 3, section 5. */
export type Envelope<T> = { code: number; msg: string | null; data: T }
