import { Readable } from 'node:stream'
import type { Access, Endpoint, Envelope } from '@huanwei/contract/endpoint'
import type { Language } from '@huanwei/contract/words'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { requireClient } from './clients.ts'
import { explain, parseIn } from './explain.ts'
import type { OperationLog } from './operation-log.ts'
import { inPieces } from './pieces.ts'
import { denied, invalid } from './refuse.ts'
import { languageOf } from './words.ts'

/** Who asks, and whose objects they may see: `departments` null means all of the tenant. */
export type Viewer = {
  userId: number
  username: string
  tenantId: number
  deptId: number
  roleIds: number[]
  permissions: ReadonlySet<string>
  departments: number[] | null
  /** Runs the whole installation: sees terminals that belong to nobody. */
  platform: boolean
  /** The log-in it came from. */
  family: string
  /** Its screen is locked: only calls that say so answer. */
  isLocked: boolean
}

/** JSON that a handler wrote itself, for replies too large to check and copy: one text, or parts that are sent while they are made. */
export class Written {
  readonly json: string | Generator<Uint8Array | string>
  constructor(json: string | Generator<Uint8Array | string>) {
    this.json = json
  }

  /** The reply's body, in its envelope. */
  body(): string | Readable {
    const { json } = this
    if (typeof json === 'string') return `{"code":0,"msg":null,"data":${json}}`
    return Readable.from(inPieces('{"code":0,"msg":null,"data":', json, '}'), { objectMode: false })
  }
}

/** A reply that says something about its data: that it did not work, and why. */
export class Told<T> {
  readonly data: T
  readonly msg: string
  constructor(data: T, msg: string) {
    this.data = data
    this.msg = msg
  }
}

/** A reply that is not JSON. */
export class Bytes {
  readonly content: Readable
  readonly headers: Record<string, string | number>
  readonly status: number
  constructor(content: Readable, headers: Record<string, string | number>, status = 200) {
    this.content = content
    this.headers = headers
    this.status = status
  }
}

/** Public and client calls have no viewer; who comes by a signed address has none either. */
type Caller<A extends Access> = A extends 'public' | 'client' ? undefined : A extends 'signed' ? Viewer | undefined : Viewer

declare module 'fastify' {
  interface FastifyInstance {
    endpoints: Endpoint[]
    /** Turns the bearer token of a request into its viewer, or refuses with 401; with 423 when locked, unless `whileLocked`. */
    authenticate(request: FastifyRequest, whileLocked?: boolean): Promise<Viewer>
    /** Whether the address of a request was signed here, for it and for now. */
    isSigned(request: FastifyRequest): boolean
    /** Writes what people do into the operation log. */
    operations: OperationLog
    /** A session ended: no viewer is believed without asking again. */
    forgetViewers(): void
  }
}

/** Parses the call's input: path, query and body as one object, the path winning; a list alone. Refuses with 400, each field by its name. */
function parse<S extends z.ZodType>(form: S, request: FastifyRequest, language: Language): z.output<S> {
  const { body, query, params } = request
  const sent = Array.isArray(body) ? body : { ...fieldsOf(body), ...fieldsOf(query), ...fieldsOf(params) }
  const parsed = parseIn(form, sent, language)
  if (!parsed.success) throw invalid(explain(parsed.error, language).join('; '))
  if (hasNul(parsed.data)) throw invalid('NUL')
  return parsed.data
}

/** Whether a text in `value` holds a NUL, which the database keeps in no text. */
function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  return typeof value === 'object' && value !== null && Object.values(value).some(hasNul)
}

const fieldsOf = (part: unknown): object => {
  if (part === undefined || part === null) return {}
  if (typeof part !== 'object') throw invalid('body')
  return part
}

/** Registers `endpoint`: who may call is checked first, then the input is parsed, `handle` runs, its result is wrapped in the envelope. */
export function serve<In extends z.ZodType, Out extends z.ZodType, A extends Access>(
  app: FastifyInstance,
  endpoint: Endpoint<In, Out, A>,
  handle: (
    input: z.output<In>,
    viewer: Caller<A>,
    request: FastifyRequest,
  ) => Promise<z.input<Out> | Told<z.input<Out>> | Written | Bytes>,
) {
  app.endpoints.push(endpoint)
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    async handler(request, reply) {
      const viewer = await callerOf(app, endpoint, request)
      const noteEnd = noteOperation(app, endpoint, viewer, request)
      try {
        if (typeof endpoint.access === 'object' && !viewer?.permissions.has(endpoint.access.permission)) throw denied()
        const data = await handle(parse(endpoint.input, request, languageOf(request.headers)), viewer, request)
        const body = bodyOf(endpoint, data, reply)
        noteEnd()
        return body
      } catch (error) {
        noteEnd(error)
        throw error
      }
    },
  })
}

/** What Fastify sends for what a handler returned. Throws when that does not fit the contract. */
function bodyOf<Out extends z.ZodType>(endpoint: Endpoint<z.ZodType, Out>, data: unknown, reply: FastifyReply) {
  if (data instanceof Bytes) return reply.code(data.status).headers(data.headers).send(data.content)
  if (data instanceof Written) return reply.type('application/json; charset=utf-8').send(data.body())
  const { data: plain, msg } = data instanceof Told ? data : { data, msg: null }
  const checked = endpoint.output.parse(plain)
  return endpoint.bare ? checked : ({ code: 0, msg, data: checked } satisfies Envelope<unknown>)
}

/** Begins a line of the operation log where the call changes something in somebody's name; what it returns ends the line. */
function noteOperation(app: FastifyInstance, endpoint: Endpoint, viewer: Viewer | undefined, request: FastifyRequest) {
  const isLogged = viewer && endpoint.method !== 'GET' && !endpoint.reads && !endpoint.automatic
  return isLogged ? app.operations.begin(endpoint, viewer, request) : () => undefined
}

async function callerOf<A extends Access>(
  app: FastifyInstance,
  endpoint: Endpoint<z.ZodType, z.ZodType, A>,
  request: FastifyRequest,
): Promise<Caller<A>>
async function callerOf(
  app: FastifyInstance,
  { access, whileLocked }: Endpoint,
  request: FastifyRequest,
): Promise<Viewer | undefined> {
  if (access === 'public') return undefined
  if (access === 'client') {
    requireClient(request)
    return undefined
  }
  if (access === 'signed' && app.isSigned(request)) return undefined
  return app.authenticate(request, whileLocked)
}
