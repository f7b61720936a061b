import { Readable } from 'node:stream'
import { openPathOf } from '@huanwei/contract/clients/rules'
import type { Access, Endpoint, Envelope } from '@huanwei/contract/endpoint'
import type { Language } from '@huanwei/words/languages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { cutLongLists } from '../lib/long-lists.ts'
import { senderOf } from './addresses.ts'
import { askedOf, inOwnNames, withoutBlankNumbers } from './asked.ts'
import { isLargeBody, smallBodyBytes, turnOfBody } from './bodies.ts'
import { requireClient } from './clients.ts'
import { passOn } from './elsewhere/calls.ts'
import { Elsewhere, elsewhere, type Places } from './elsewhere/place.ts'
import { explain, parseIn } from './explain.ts'
import { languageOf } from './language.ts'
import { bodyAgain, readWhole } from './open/whole-body.ts'
import { inChunks } from './pieces.ts'
import { denied, invalid, refuseGone } from './refuse.ts'
import type { Viewer } from './viewer.ts'

/** JSON text from a handler, for replies too large to validate and copy: one text, or parts that are sent while they are generated. */
export class RawJson {
  readonly json: string | Generator<Uint8Array | string>
  constructor(json: string | Generator<Uint8Array | string>) {
    this.json = json
  }

  /** The reply's body, in its envelope. */
  body(): string | Readable {
    const { json } = this
    if (typeof json === 'string') return `{"code":0,"msg":null,"data":${json}}`
    return Readable.from(inChunks('{"code":0,"msg":null,"data":', json, '}'), { objectMode: false })
  }
}

/** A reply with a message in the envelope (`msg`). */
export class WithMessage<T> {
  readonly data: T
  readonly msg: string
  constructor(data: T, msg: string) {
    this.data = data
    this.msg = msg
  }
}

/** A reply that sets a cookie. */
export class WithCookie<T> {
  readonly data: T
  readonly cookie: string
  constructor(data: T, cookie: string) {
    this.data = data
    this.cookie = cookie
  }
}

/** A reply that is not JSON. */
export class BinaryReply {
  readonly content: Readable
  readonly headers: Record<string, string | number>
  readonly status: number
  constructor(content: Readable, headers: Record<string, string | number>, status = 200) {
    this.content = content
    this.headers = headers
    this.status = status
  }
}

/** Viewer of a call. Public and client calls have none, nor have signed addresses. */
type Caller<A extends Access> = A extends 'public' | 'client' ? undefined : A extends 'signed' ? Viewer | undefined : Viewer

/** In whose name an operation is: a user, or a program with the rights of one. */
export type Operator = Pick<Viewer, 'tenantId' | 'username' | 'client'>

/** Records user operations; see `noteOperation`. */
type Operations = {
  /** Begins the log line of a call; the returned function completes it, with the error if there was one. */
  begin(endpoint: Endpoint, viewer: Operator, request: FastifyRequest): (error?: unknown) => void
}

declare module 'fastify' {
  interface FastifyInstance {
    endpoints: Endpoint[]
    /** Turns the bearer token of a request into its viewer, or refuses with 401; with 423 when locked, unless `whileLocked`. */
    authenticate(request: FastifyRequest, whileLocked?: boolean): Promise<Viewer>
    /** The viewer of an open call by the signature in its headers, which covers `body`, or refuses; see `clientAuthenticator`. */
    authenticateClient(request: FastifyRequest, endpoint: Endpoint, body: Buffer): Promise<Viewer>
    /** True when the address of a request has a valid signature of this server. */
    isSigned(request: FastifyRequest): boolean
    operations: Operations
    /** Runs a call of an account or an address when it is its turn; see `createTurns`. */
    inTurn<T>(caller: string, run: () => Promise<T>): Promise<T>
    /** Present where calls of an organisation are one process's. */
    places?: Places
    /** A session of the user ended or was locked: the database is asked about them anew. */
    forgetViewersOf(user: Pick<Viewer, 'tenantId' | 'userId'>): void
  }
}

/** Parses the call's input: path, query and body merged in this precedence, or a list by itself. Refuses with 400 and the names of the wrong fields. */
function parse<In extends z.ZodType>(endpoint: Endpoint<In>, request: FastifyRequest, language: Language): z.output<In> {
  const { body, query, params } = request
  const whole = Array.isArray(body)
    ? body
    : { ...inOwnNames(endpoint.otherNames, fieldsOf(body)), ...askedOf(endpoint, fieldsOf(query)), ...fieldsOf(params) }
  const sent = cutLongLists(endpoint.input, whole)
  const first = parseIn(endpoint.input, sent, language)
  const rest = first.success ? undefined : withoutBlankNumbers(sent, first.error)
  const parsed = rest ? parseIn(endpoint.input, rest, language) : first
  if (!parsed.success) throw invalid(explain(parsed.error, language, endpoint.fieldWords).join('; '))
  if (hasNul(parsed.data)) throw invalid('NUL')
  return parsed.data
}

/** True when a text or a name in `value` contains a NUL, which the database can store in no text. */
function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  return typeof value === 'object' && value !== null && Object.entries(value).flat().some(hasNul)
}

/** Fields of a part of the request; none where it is absent. `null` is not absent: the document says that a body is an object. */
const fieldsOf = (part: unknown): object => {
  if (part === undefined) return {}
  if (typeof part !== 'object' || part === null) throw invalid('body')
  return part
}

/** Registers `endpoint`: checks the caller, parses the input, runs `handle`, wraps its result in the envelope. */
export function serve<In extends z.ZodType, Out extends z.ZodType, A extends Access>(
  app: FastifyInstance,
  endpoint: Endpoint<In, Out, A>,
  handle: (
    input: z.output<In>,
    viewer: Caller<A>,
    request: FastifyRequest,
  ) => Promise<z.input<Out> | WithMessage<z.input<Out>> | WithCookie<z.input<Out>> | RawJson | BinaryReply | Elsewhere>,
): void {
  app.endpoints.push(endpoint)
  const isForStrangers = endpoint.access === 'public' || endpoint.access === 'client'
  /** The caller of each request, known before its body is read. */
  const callers = new WeakMap<FastifyRequest, { viewer: Caller<A> }>()

  async function answer(viewer: Caller<A>, request: FastifyRequest, reply: FastifyReply) {
    const noteEnd = noteOperation(app, endpoint, viewer, request)
    try {
      if (typeof endpoint.access === 'object' && !viewer?.permissions.has(endpoint.access.permission)) throw denied()
      const input = parse(endpoint, request, languageOf(request.headers))
      const run = () => {
        refuseGone(request)
        return handle(input, viewer, request)
      }
      const turn = viewer ? accountOf(viewer, request) : addressOf(endpoint, request)
      const body = bodyOf(endpoint, await (turn ? app.inTurn(turn, run) : run()), reply)
      noteEnd()
      return body
    } catch (error) {
      noteEnd(error)
      throw error
    }
  }

  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = callers.get(request)
    if (!caller) return undefined
    const place = caller.viewer && app.places && elsewhere(app.places, caller.viewer.tenantId, request)
    return place ? passOn(request, reply, place) : answer(caller.viewer, request, reply)
  }

  /** Remembers the caller of a request, and waits for the turn of a large body. `body` is that of an open call. */
  async function meet(request: FastifyRequest, reply: FastifyReply, body?: Buffer) {
    const viewer = await callerOf(app, endpoint, request, body)
    if (viewer && isLargeBody(request)) await turnOfBody(app, accountOf(viewer, request), request, reply)
    callers.set(request, { viewer })
  }

  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(isForStrangers && { bodyLimit: smallBodyBytes }),
    ...(endpoint.takesFile && { config: { takesFile: true } }),
    // Before the body is read: that of somebody without a log-in costs nothing.
    onRequest: (request, reply) => meet(request, reply),
    handler,
  })

  const openPath = openPathOf(endpoint)
  if (!openPath) return
  app.route({
    method: endpoint.method,
    url: openPath,
    // Before the body is parsed: that of somebody without a signature costs no more than its bytes.
    async preParsing(request, reply, payload) {
      const body = await readWhole(payload, request)
      await meet(request, reply, body)
      return bodyAgain(body)
    },
    handler,
  })
}

/** Files on their way take turns among themselves, and so do the calls of a client: neither stops an account's other calls. */
const accountOf = ({ tenantId, userId, client = '' }: Viewer, request: FastifyRequest) =>
  `${tenantId} ${userId}${client && ` ${client}`}${request.isMultipart?.() ? ' files' : ''}`

/**
 * Strangers take turns by their address: calls that wait for one another's locks would otherwise take all connections to the database. A file on
 * a slow line would stop the others of its address, and a signed one is read in no time. Devices have turns of their own: hundreds of sensors behind
 * one address must not keep its people from the log-in.
 */
const addressOf = ({ access, automatic }: Endpoint, request: FastifyRequest) =>
  access === 'signed' || request.isMultipart?.() ? undefined : `address ${senderOf(request)}${automatic ? ' devices' : ''}`

/** Converts the result of a handler to the reply. Throws when it does not fit the contract. */
function bodyOf<Out extends z.ZodType>(endpoint: Endpoint<z.ZodType, Out>, data: unknown, reply: FastifyReply) {
  if (data instanceof Elsewhere) return passOn(reply.request, reply, data)
  if (data instanceof BinaryReply) return reply.code(data.status).headers(data.headers).send(data.content)
  if (data instanceof RawJson) return reply.type('application/json; charset=utf-8').send(data.body())
  if (data instanceof WithCookie) {
    reply.header('set-cookie', data.cookie)
    return bodyOf(endpoint, data.data, reply)
  }
  const { data: plain, msg } = data instanceof WithMessage ? data : { data, msg: null }
  const checked = endpoint.output.parse(plain)
  return endpoint.bare ? checked : ({ code: 0, msg, data: checked } satisfies Envelope<unknown>)
}

/**
 * Begins a line of the operation log for calls that change data in a user's name, and for each call of a client that is refused; the returned
 * function completes it.
 */
function noteOperation(app: FastifyInstance, endpoint: Endpoint, viewer: Viewer | undefined, request: FastifyRequest) {
  if (!viewer) return () => undefined
  const isLogged = endpoint.method !== 'GET' && !endpoint.reads && !endpoint.automatic
  if (!isLogged && !viewer.client) return () => undefined
  const end = app.operations.begin(endpoint, viewer, request)
  return isLogged ? end : (error?: unknown) => error !== undefined && end(error)
}

async function callerOf<A extends Access>(
  app: FastifyInstance,
  endpoint: Endpoint<z.ZodType, z.ZodType, A>,
  request: FastifyRequest,
  body?: Buffer,
): Promise<Caller<A>>
async function callerOf(
  app: FastifyInstance,
  endpoint: Endpoint,
  request: FastifyRequest,
  body?: Buffer,
): Promise<Viewer | undefined> {
  const { access, whileLocked } = endpoint
  if (body) return app.authenticateClient(request, endpoint, body)
  if (access === 'public') return undefined
  if (access === 'client') {
    requireClient(request)
    return undefined
  }
  if (access === 'signed' && app.isSigned(request)) return undefined
  return app.authenticate(request, whileLocked)
}
