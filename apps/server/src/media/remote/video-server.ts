import { videoServerUrl } from '@huanwei/contract/units/rules'
import { parseUrl } from '@huanwei/contract/url'
import { VideoResult } from '@huanwei/contract/video/codes'
import { z } from 'zod'
import type { EndlessReply } from '../../http/outside-fetch.ts'
import { createTurns } from '../../http/turns.ts'

/** Calls to one server at once, and those that wait. */
const [mostAtOnce, mostWaiting] = [4, 100]
/** Time after a refused log-in in which none is tried again, ms: servers lock accounts. */
const refusedMs = 30_000
/** Ports of web servers, whose pictures come from `usualMediaPort`. Source: spec 4, III.1. */
const usualMediaPort = 6604
/** Time within which a call has to be answered whole, ms: some servers send a byte now and then. */
const longestCall = 20_000
/** Characters. */
const longestRefusal = 10_000
const webPorts = [80, 443, 8080, 8088]

/** Meaning of codes of devices and media in those of the interface. Source: spec 4, III.3. */
const deviceCodes: Record<number, Refusal> = {
  2: VideoResult.wrongPassword,
  3: VideoResult.wrongPassword,
  4: VideoResult.userDisabled,
  5: VideoResult.noInformation,
  21: VideoResult.noDevice,
  22: VideoResult.networkError,
  23: VideoResult.deviceOffline,
  26: VideoResult.networkError,
  27: VideoResult.noInformation,
}

type Refusal = Exclude<VideoResult, 0>

/** A refusal of a video server; `other` when it does not answer as one. */
export class VideoServerRefused extends Error {
  readonly result: Refusal | 'other'
  constructor(result: Refusal | 'other') {
    super(`the video server refused: ${result}`)
    this.result = result
  }
}

const Reply = z.looseObject({ result: z.coerce.number().int(), cmsserver: z.coerce.number().optional() })
const LoggedIn = z.object({ jsession: z.string().min(1).max(200) })

export type ServerAccess = { address: string; account: string; password: string }
type Parameters = Record<string, string | number>

export type Transport = {
  fetch(address: string, request: { signal: AbortSignal }): Promise<Response>
  stream: Stream
  /** Reaches public addresses only. */
  streamPublic: Stream
}
type Stream = (address: string, signal: AbortSignal) => Promise<EndlessReply>

const isRefusal = (code: number): code is Refusal => code !== VideoResult.ok && Object.values<number>(VideoResult).includes(code)
/** Codes that end the session. Source: spec 1, section 8; spec 4, III.2. */
const endsSession = (code: Refusal | 'other') =>
  code === VideoResult.noSession || code === VideoResult.noPermission || code === VideoResult.loggedInElsewhere

/** Addresses of the calls and of the pictures; undefined for what is no address. A port of calls has that of the pictures before it. */
export function serverAddresses(address: string): { calls: string; pictures: string } | undefined {
  const url = videoServerUrl(address)
  if (!url) return undefined
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  const pictures = new URL(url.origin)
  pictures.port = String(webPorts.includes(port) ? usualMediaPort : port - 1)
  return { calls: url.origin + url.pathname.replace(/\/+$/, ''), pictures: pictures.origin }
}

/** A CMSV6 video server: logs in once for all who ask, and again when the session is gone. Source: spec 4, III.7. */
export class VideoServer {
  readonly #access: ServerAccess
  readonly #transport: Transport
  readonly #addresses: { calls: string; pictures: string } | undefined
  readonly #inTurn = createTurns(mostAtOnce, { maxWaiting: mostWaiting })
  #session: Promise<string> | undefined
  #refused: { error: VideoServerRefused; until: number } | undefined

  constructor(access: ServerAccess, transport: Transport) {
    this.#access = access
    this.#transport = transport
    this.#addresses = serverAddresses(access.address)
  }

  /** Logs in if there is no session. Throws `VideoServerRefused`. */
  async ready() {
    await this.#logIn()
  }

  /** Asks a call, once more when the session is gone; returns its answer. Throws `VideoServerRefused`. */
  call = (action: string, parameters: Parameters, signal?: AbortSignal): Promise<unknown> =>
    this.#inTurn('', () => this.#withSession((jsession) => this.#ask(action, { jsession, ...parameters }, signal)))

  /** Opens the live pictures of a device as FLV; `channel` from 0. Throws `VideoServerRefused`. */
  openLive = (device: string, channel: number, stream: number, signal: AbortSignal) =>
    this.#open('/3/3', { AVType: 1, DevIDNO: device, Channel: channel, Stream: stream }, signal)

  /** Opens what a device has recorded as FLV, as `playedFile` names it. Throws `VideoServerRefused`. */
  openFile = (file: Parameters, signal: AbortSignal) => this.#open('/3/5', { DownType: 5, ...file }, signal)

  /**
   * Opens a file at the address that an answer of the server names: as it stands, and where that is refused with the session, which goes to the
   * host and by the protocol of the calls only. Another host must be a public one. Throws `VideoServerRefused`, and so does the reading of a file
   * that breaks off.
   */
  async openDownload(address: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
    const calls = this.#addresses && new URL(`${this.#addresses.calls}/`)
    const url = calls && parseUrl(address, calls.href)
    if (!url || !/^https?:$/.test(url.protocol)) throw new VideoServerRefused('other')
    const isOwnHost = url.hostname === calls.hostname
    const { stream, streamPublic } = this.#transport
    try {
      return orRefused(await this.#read(url.href, signal, isOwnHost ? stream : streamPublic))
    } catch (error) {
      if (signal.aborted || !isOwnHost || url.protocol !== calls.protocol) throw error
      return this.#withSession((jsession) => {
        url.searchParams.set('jsession', jsession)
        return this.#read(url.href, signal).then(orRefused)
      })
    }
  }

  /** Opens pictures. The media server's own address is used, never one of an answer: the session goes with it. */
  #open = (path: string, parameters: Parameters, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> =>
    this.#withSession((jsession) =>
      this.#read(`${this.#addresses?.pictures}${path}?${queryOf({ jsession, ...parameters })}`, signal),
    )

  /** What comes from an address, unless that is a refusal or a page. */
  async #read(address: string, signal: AbortSignal, stream = this.#transport.stream): Promise<AsyncIterable<Uint8Array>> {
    const { isOk, contentType, body } = await stream(address, signal).catch(unreachable)
    if (!isOk || !body || contentType.includes('html')) throw new VideoServerRefused('other')
    if (!contentType.includes('json')) return body
    mustSucceed(await refusalIn(body).catch(unreachable))
    throw new VideoServerRefused('other')
  }

  async #withSession<T>(work: (jsession: string) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const session = this.#logIn()
      const jsession = await session
      try {
        return await work(jsession)
      } catch (error) {
        const isGone = error instanceof VideoServerRefused && endsSession(error.result)
        // Another call may have logged in anew meanwhile.
        if (isGone && this.#session === session) this.#session = undefined
        if (!isGone || error.result !== VideoResult.noSession || attempt > 1) throw error
      }
    }
  }

  #logIn(): Promise<string> {
    if (this.#session) return this.#session
    if (this.#refused && this.#refused.until > Date.now()) return Promise.reject(this.#refused.error)
    const { account, password } = this.#access
    const session = this.#ask('login', { account, password }).then((answer) => {
      const { success, data } = LoggedIn.safeParse(answer)
      if (!success) throw new VideoServerRefused('other')
      return data.jsession
    })
    this.#session = session
    session.catch((error: Error) => {
      if (this.#session === session) this.#session = undefined
      // A server that is away is asked again at once.
      if (error instanceof VideoServerRefused && typeof error.result === 'number')
        this.#refused = { error, until: Date.now() + refusedMs }
    })
    return session
  }

  async #ask(action: string, parameters: Parameters, stop?: AbortSignal): Promise<unknown> {
    if (!this.#addresses) throw new VideoServerRefused('other')
    const address = `${this.#addresses.calls}/StandardApiAction_${action}.action?${queryOf(parameters)}`
    const late = AbortSignal.timeout(longestCall)
    const signal = stop ? AbortSignal.any([stop, late]) : late
    const reply = await this.#transport.fetch(address, { signal }).catch(unreachable)
    return mustSucceed(await reply.json().catch(unreachable))
  }
}

const queryOf = (parameters: Parameters) =>
  new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]))

/** What breaks off is told from what cannot be stored. */
async function* orRefused(body: AsyncIterable<Uint8Array>) {
  try {
    yield* body
  } catch {
    throw new VideoServerRefused('other')
  }
}

/** The JSON that comes in the place of pictures. */
async function refusalIn(body: AsyncIterable<Uint8Array>): Promise<unknown> {
  let text = ''
  for await (const chunk of body) {
    text += Buffer.from(chunk).toString()
    if (text.length > longestRefusal) break
  }
  return JSON.parse(text)
}

/** Addresses with passwords and sessions in them stay out of errors. */
function unreachable(): never {
  throw new VideoServerRefused('other')
}

/** The answer, when it is one of success. */
function mustSucceed(answer: unknown): unknown {
  const { success, data } = Reply.safeParse(answer)
  if (!success) throw new VideoServerRefused('other')
  const { result, cmsserver } = data
  if (result === VideoResult.ok) return data
  if (cmsserver === 1) throw new VideoServerRefused(deviceCodes[result] ?? VideoResult.exception)
  throw new VideoServerRefused(isRefusal(result) ? result : 'other')
}
