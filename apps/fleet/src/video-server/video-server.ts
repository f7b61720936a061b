import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { framesPerSecond, loopOf } from '../cameras/picture-loop.ts'
import { flvHeader, flvTags } from './flv.ts'
import { HeldEvidence } from './held-evidence.ts'
import { UploadTasks } from './upload-tasks.ts'

/** A recorded file: channel from 0, `day` as `yyyy-MM-dd`, seconds of the day; `loc` is 1 (or left out) on the device, 2 on a storage server, 4 on a download server. */
type RecordedFile = { chn: number; day: string; beg: number; end: number; isAlarm: boolean; loc?: number }
/** A device of the server: its cameras, whether it is online, and what is on its disk. */
export type SimulatedDevice = { did: string; plate: string; channels: number; isOnline: boolean; files: RecordedFile[] }

type Options = { account: string; password: string; devices: SimulatedDevice[] }

/**
 * What the server does wrong: it answers nothing, late, bytes that mean nothing, files as they are in the
 * place of FLV, files that mean nothing after two seconds, no address of what was uploaded, a page in its place, or
 * a file byte by byte without end.
 */
type ServerFault = 'silent' | 'slow' | 'garbage' | 'fileAsItIs' | 'garbledFile' | 'noAddress' | 'pageForFile' | 'drip'

const [slowMs, dripMs] = [3000, 100]
/** Calls about files of alarms. */
const byPlate = 'performanceReportPhotoListSafe'
const evidenceCalls = [byPlate, 'queryAlarmDetail', 'alarmEvidence']
/** What a device uploads, whatever was asked for. */
const uploadedFile = () => readFileSync(join(import.meta.dirname, '../cameras/loops/clip.mp4'))
const sessionMs = 4 * 3_600_000
const Code = {
  unknownUser: 1,
  wrongPassword: 2,
  noSession: 5,
  badParameters: 7,
  notInSight: 8,
  noInformation: 27,
  deviceOffline: 32,
}

type Answer = Record<string, unknown> & { result: number }
type Session = { expires: number; forced: number | undefined }

/**
 * A CMSV6 video server as its clients know it, with devices of its own: calls at one port, live pictures as FLV at the port before it. It can let
 * sessions end, force them out with a code, and misbehave. Source: spec 4, part III.
 */
export class SimulatedVideoServer {
  readonly #options: Options
  readonly #sessions = new Map<string, Session>()
  readonly #api: Server
  readonly #media: Server
  fault: ServerFault | undefined
  /** Log-ins that succeeded, live pictures and recorded files that are open, and commands to cameras. */
  logIns = 0
  live = 0
  playing = 0
  /** Calls, and paths of streams and files, in the order in which they were asked for. */
  readonly asked: string[] = []
  /** Files that were played, and the ms after their beginnings from which they were. */
  readonly played: { did: string; chn: number; beg: number; offset: number }[] = []
  /** Uploads of devices to the server, and the files of them that were fetched: whether with a session, at which host. */
  readonly uploads = new UploadTasks()
  readonly fetched: { hasSession: boolean; host: string }[] = []
  /** Photos and clips of alarms, and alarms without any. */
  readonly evidence = new HeldEvidence()
  /** True for an older server, which knows by the plate what its storage servers hold. */
  storesByPlate = false
  /** Host in the addresses of files. */
  fileHost = '127.0.0.1'
  readonly commands: { did: string; chn: number; command: number; param: number }[] = []

  constructor(options: Options) {
    this.#options = options
    this.#api = createServer((request, response) => void this.#answer(request, response))
    this.#media = createServer((request, response) => this.#stream(request, response))
  }

  /** Listens at two neighbouring ports of this machine; returns the one of the calls. */
  async listen(): Promise<number> {
    for (;;) {
      this.#media.listen(0, '127.0.0.1')
      await once(this.#media, 'listening')
      const port = (this.#media.address() as AddressInfo).port + 1
      const isFree = await new Promise<boolean>((resolve) => {
        this.#api.once('error', () => resolve(false))
        this.#api.listen(port, '127.0.0.1', () => resolve(true))
      })
      if (isFree) return port
      this.#media.close()
      await once(this.#media, 'close')
    }
  }

  /** Ends all sessions: the next call is answered with 5. */
  expireSessions() {
    this.#sessions.clear()
  }

  /** Forces all sessions out: the next call of each is answered with the code, 13 or 34. */
  forceOut(code: 13 | 34) {
    for (const session of this.#sessions.values()) session.forced = code
  }

  async close() {
    for (const server of [this.#api, this.#media]) {
      server.close()
      server.closeAllConnections()
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse) {
    if (this.fault === 'silent') return
    if (this.fault === 'garbage') return response.end('<html>502 Bad Gateway</html>')
    if (this.fault === 'slow') await new Promise((resolve) => setTimeout(resolve, slowMs))
    const url = new URL(request.url ?? '/', 'http://localhost')
    const action = /StandardApiAction_(\w+)\.action$/.exec(url.pathname)?.[1]
    this.asked.push(action ?? url.pathname)
    // Who asked may have left meanwhile, or the server been closed.
    if (response.destroyed) return
    if (action === byPlate && !this.evidence.listsByPlate) return response.writeHead(404).end('<html>404</html>')
    const asked = Object.fromEntries([...url.searchParams].map(([name, value]) => [name.toLowerCase(), value]))
    response.setHeader('content-type', 'application/json').end(JSON.stringify(this.#do(action, asked)))
  }

  #do(action: string | undefined, asked: Record<string, string>): Answer {
    if (action === 'login') return this.#logIn(asked)
    const refusal = this.#refusalOf(asked.jsession)
    if (refusal) return { result: refusal }
    if (action === 'logout') {
      this.#sessions.delete(asked.jsession ?? '')
      return { result: 0 }
    }
    if (action && evidenceCalls.includes(action)) return this.#evidence(action, asked)
    if (action === 'getVideoFileInfo') return this.#files(asked)
    const device = this.#options.devices.find(({ did }) => did === (asked.devidno ?? ''))
    if (action === 'sendPTZControl') return this.#move(device, asked)
    if (action && ['ftpUpload', 'queryFtpStatus', 'controllDownLoad'].includes(action)) return this.#upload(action, device, asked)
    return { result: Code.badParameters }
  }

  #logIn({ account, password = '' }: Record<string, string>): Answer {
    if (account !== this.#options.account) return { result: Code.unknownUser }
    const digest = createHash('md5').update(this.#options.password).digest('hex')
    if (password !== this.#options.password && password.toLowerCase() !== digest) return { result: Code.wrongPassword }
    this.logIns++
    const jsession = randomBytes(16).toString('hex').toUpperCase()
    this.#sessions.set(jsession, { expires: Date.now() + sessionMs, forced: undefined })
    return { result: 0, jsession, JSESSIONID: jsession, account_name: account, pri: ',1,2,' }
  }

  #refusalOf(jsession: string | undefined): number {
    const session = this.#sessions.get(jsession ?? '')
    if (!session || session.expires < Date.now()) return Code.noSession
    if (session.forced) {
      this.#sessions.delete(jsession ?? '')
      return session.forced
    }
    session.expires = Date.now() + sessionMs
    return 0
  }

  /** The facts do not say what servers answer about a place where nothing is: it is taken to be the code for no file. */
  #files(asked: Record<string, string>): Answer {
    const loc = Number(asked.loc)
    if (![1, 2, 4].includes(loc)) return { result: Code.badParameters }
    const isByPlate = this.storesByPlate && loc === 2
    const device = this.#options.devices.find(({ did, plate }) => (isByPlate ? plate : did) === (asked.devidno ?? ''))
    if (!device) return { result: Code.notInSight }
    if (!device.isOnline && loc === 1) return { result: Code.deviceOffline }
    const day = [asked.year, asked.mon?.padStart(2, '0'), asked.day?.padStart(2, '0')].join('-')
    const [beg, end, chn] = [Number(asked.beg), Number(asked.end), Number(asked.chn)]
    const files = device.files.filter(
      (file) =>
        (file.loc ?? 1) === loc && file.day === day && file.beg <= end && file.end >= beg && (chn < 0 || file.chn === chn),
    )
    if (!files.length) return { result: Code.noInformation }
    return {
      result: 0,
      files: files.map((file) => ({
        devIdno: device.did,
        year: Number(file.day.slice(2, 4)),
        mon: Number(file.day.slice(5, 7)),
        day: Number(file.day.slice(8)),
        beg: file.beg,
        end: file.end,
        chn: file.chn,
        chnMask: 0,
        file: `;0;0;22;1;26;25;85;0;0_0_0_0`,
        len: (file.end - file.beg) * 64_000,
        type: file.isAlarm ? 1 : 0,
        loc,
        svr: loc === 1 ? 0 : 1,
        recing: 0,
        stream: 0,
      })),
    }
  }

  #move(device: SimulatedDevice | undefined, asked: Record<string, string>): Answer {
    if (!device) return { result: Code.notInSight }
    if (!device.isOnline) return { result: 23, cmsserver: 1 }
    this.commands.push({ did: device.did, chn: Number(asked.chn), command: Number(asked.command), param: Number(asked.param) })
    return { result: 0 }
  }

  #upload(action: string, device: SimulatedDevice | undefined, asked: Record<string, string>): Answer {
    if (!device) return { result: Code.notInSight }
    const seq = Number(asked.seq)
    if (action === 'controllDownLoad') {
      const isDone = this.uploads.control(device.did, seq, Number(asked.tasktype))
      return { result: isDone ? 0 : Code.noInformation }
    }
    if (action === 'queryFtpStatus') {
      const found = this.uploads.look(device.did, seq)
      if (!found) return { result: Code.noInformation }
      const { state, isDone } = found
      const address = this.#addressOf(`DevIDNO=${device.did}&SEQ=${seq}`)
      const downloadUrl = isDone && this.fault !== 'noAddress' ? address : ''
      return { result: 0, taskStatus: state, fileSize: isDone ? uploadedFile().length : 0, downloadUrl }
    }
    if (!device.isOnline) return { result: 23, cmsserver: 1 }
    const begun = this.uploads.begin(device.did, asked)
    return begun === undefined ? { result: Code.badParameters } : { result: 0, seq: begun }
  }

  #addressOf = (file: string) => `http://${this.fileHost}:${(this.#media.address() as AddressInfo).port}/3/5?DownType=3&${file}`

  #evidence(action: string, asked: Record<string, string>): Answer {
    const isByPlate = action === byPlate
    const device = this.#options.devices.find(({ did, plate }) => (isByPlate ? plate === asked.vehiidno : did === asked.devidno))
    if (!device) return { result: Code.notInSight }
    const addressOf = (id: string) => this.#addressOf(`FILE=${id}`)
    if (isByPlate) return this.evidence.listOf(device, asked, addressOf)
    if (action === 'queryAlarmDetail') return this.evidence.alarmsOf(device, asked)
    return this.evidence.evidenceOf(device, asked, addressOf) ?? { result: Code.noInformation }
  }

  /** What an address leads to: a file of an alarm, or what a device has uploaded. */
  #fileOf(asked: URLSearchParams): Buffer | undefined {
    if (asked.has('FILE')) return this.evidence.bytesOf(asked.get('FILE'))
    return this.uploads.look(asked.get('DevIDNO') ?? '', Number(asked.get('SEQ')))?.isDone ? uploadedFile() : undefined
  }

  /** Gives a file, to who has a session. */
  #download(request: IncomingMessage, response: ServerResponse, asked: URLSearchParams) {
    const jsession = asked.get('jsession')
    this.fetched.push({ hasSession: jsession !== null, host: (request.headers.host ?? '').replace(/:\d+$/, '') })
    if (this.fault === 'pageForFile') return response.setHeader('content-type', 'text/html').end('<html>502</html>')
    const file = this.#fileOf(asked)
    const refusal = this.#refusalOf(jsession ?? undefined) || (file ? 0 : Code.noInformation)
    if (refusal) return response.setHeader('content-type', 'application/json').end(JSON.stringify({ result: refusal }))
    response.setHeader('content-type', 'application/octet-stream')
    return this.fault === 'drip' ? this.#drip(response) : response.end(file)
  }

  /** Sends a byte now and then until nobody listens. */
  #drip(response: ServerResponse) {
    const dripping = setInterval(() => response.write('.'), dripMs)
    response.on('close', () => clearInterval(dripping))
  }

  #stream(request: IncomingMessage, response: ServerResponse) {
    if (this.fault === 'silent') return
    const { pathname, searchParams: asked } = new URL(request.url ?? '/', 'http://localhost')
    this.asked.push(pathname)
    if (asked.get('DownType') === '3') return this.#download(request, response, asked)
    const device = this.#options.devices.find(({ did }) => did === asked.get('DevIDNO'))
    const channel = Number(asked.get('Channel'))
    const isCamera = pathname === '/3/3' && device !== undefined && channel < device.channels
    const file = pathname === '/3/5' ? device?.files.find((one) => isAsked(one, asked)) : undefined
    const refusal = this.#refusalOf(asked.get('jsession') ?? '')
    const isThere = device?.isOnline || (file?.loc ?? 1) !== 1
    const code = refusal || (isCamera || file ? (isThere ? 0 : Code.deviceOffline) : Code.notInSight)
    if (code) return response.setHeader('content-type', 'application/json').end(JSON.stringify({ result: code }))
    if (!file || !device) return this.#sendLive(response, Number(asked.get('Stream')))
    const offset = Number(asked.get('PLAYBEG'))
    this.played.push({ did: device.did, chn: file.chn, beg: file.beg, offset })
    return void this.#sendFile(response, (file.end - file.beg) * 1000 - offset)
  }

  /** Sends so many ms of a recording as FLV, as fast as the line carries it. */
  async #sendFile(response: ServerResponse, ms: number) {
    if (this.fault === 'fileAsItIs') return response.end(Buffer.from('000000186674797069736f6d00000000', 'hex'))
    const loop = loopOf(0)
    const closed = once(response, 'close')
    this.playing++
    response.on('close', () => this.playing--)
    response.setHeader('content-type', 'video/x-flv').write(flvHeader)
    for (let next = 0; (next * 1000) / framesPerSecond < ms && !response.destroyed; next++) {
      const frame = loop[next % loop.length]
      if (this.fault === 'garbledFile' && next === 2 * framesPerSecond) return response.end(Buffer.alloc(4096, 7))
      const isSent = frame && response.write(flvTags(frame, Math.round((next * 1000) / framesPerSecond)))
      if (!isSent) await Promise.race([once(response, 'drain'), closed])
    }
    return response.end()
  }

  /** Sends a camera's loop as FLV without end. */
  #sendLive(response: ServerResponse, stream: number) {
    const loop = loopOf(stream)
    this.live++
    response.setHeader('content-type', 'video/x-flv').write(flvHeader)
    let next = 0
    const sending = setInterval(() => {
      if (this.fault === 'garbage') return response.write(Buffer.alloc(4096, 7))
      const frame = loop[next % loop.length]
      if (frame) response.write(flvTags(frame, Math.round((next * 1000) / framesPerSecond)))
      next++
    }, 1000 / framesPerSecond)
    response.on('close', () => {
      clearInterval(sending)
      this.live--
    })
  }
}

/** True for the file of a playback. Source: spec 4, III.4. */
const isAsked = ({ chn, day, beg, end, loc = 1 }: RecordedFile, asked: URLSearchParams) =>
  asked.get('DownType') === '5' &&
  Number(asked.get('FILELOC')) === loc &&
  Number(asked.get('FILECHN')) === chn &&
  Number(asked.get('FILEBEG')) === beg &&
  Number(asked.get('FILEEND')) === end &&
  `20${asked.get('YEAR')}-${asked.get('MON')?.padStart(2, '0')}-${asked.get('DAY')?.padStart(2, '0')}` === day
