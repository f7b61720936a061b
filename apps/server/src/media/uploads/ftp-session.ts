import type { Socket } from 'node:net'
import { posix } from 'node:path'
import type { DataPort } from './data-ports.ts'
import { BadFile, type FileUpload } from './file-upload.ts'

const longestLine = 1024
const longestName = 120
const mostRefusals = 3
/** Silence after which a connection with the bytes of a file is given up, ms. */
const silentMs = 60_000

type Parts = {
  socket: Socket
  /** The upload with this log-in. */
  uploadOf(user: string, password: string): FileUpload | undefined
  openData(): Promise<DataPort | undefined>
  /** IPv4 address that the terminal is told for its data; undefined where there is none. */
  ownAddress(): string | undefined
}

/**
 * The dialogue of FTP with one terminal, as far as terminals use it: it logs in, sends files, goes on with one that broke off, and leaves. Nothing can be
 * read or listed. Source: RFC 959, RFC 2428, RFC 3659.
 */
export class FtpSession {
  readonly #parts: Parts
  upload: FileUpload | undefined
  #user = ''
  #refusals = 0
  #folder = '/'
  #offset = 0
  #data: DataPort | undefined
  /** The connection on which the bytes of a file come. */
  #line: Socket | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Serves until the terminal leaves. */
  async run(): Promise<void> {
    this.#say(220, 'ready')
    for await (const line of linesOf(this.#parts.socket)) {
      const [, name = '', argument = ''] = /^(\S+) ?(.*)$/s.exec(line) ?? []
      const isOver = await this.#take(name.toUpperCase(), argument)
      if (isOver) break
    }
  }

  /** True while the bytes of a file come. */
  get isReceiving(): boolean {
    return this.#line !== undefined
  }

  end() {
    this.#data?.close()
    this.#line?.destroy()
  }

  #say(code: number, text: string) {
    const { socket } = this.#parts
    if (socket.writable) socket.write(`${code} ${text}\r\n`)
  }

  /** True when the connection is to be closed. */
  async #take(name: string, argument: string): Promise<boolean> {
    if (name === 'QUIT') {
      this.#say(221, 'bye')
      return true
    }
    if (name === 'USER') {
      this.#user = argument
      this.#say(331, 'password')
      return false
    }
    if (name === 'PASS') return this.#logIn(argument)
    if (!this.upload) this.#say(530, 'log in first')
    else await this.#command(name, argument, this.upload)
    return false
  }

  #logIn(password: string): boolean {
    this.upload = this.#parts.uploadOf(this.#user, password)
    if (this.upload) {
      this.upload.lines.add(this.#parts.socket)
      this.upload.order.arrived()
      this.#say(230, 'logged in')
      return false
    }
    this.#say(530, 'not logged in')
    this.#refusals++
    return this.#refusals >= mostRefusals
  }

  async #command(name: string, argument: string, upload: FileUpload) {
    switch (name) {
      case 'STOR':
      case 'APPE':
        return this.#store(upload, argument, name === 'APPE')
      case 'PASV':
      case 'EPSV':
        return this.#openData(name)
      case 'REST':
        this.#offset = /^\d{1,15}$/.test(argument) ? Number(argument) : 0
        return this.#say(350, `at ${this.#offset}`)
      case 'SIZE': {
        const size = await upload.sizeOf(nameOf(argument))
        return size ? this.#say(213, String(size)) : this.#say(550, 'no such file')
      }
      case 'CWD':
      case 'MKD':
      case 'XMKD':
      case 'CDUP':
        return this.#enter(name, argument)
      case 'PWD':
      case 'XPWD':
        return this.#say(257, `"${this.#folder}"`)
      case 'TYPE':
      case 'MODE':
      case 'STRU':
      case 'OPTS':
      case 'NOOP':
      case 'ALLO':
        return this.#say(200, 'ok')
      case 'SYST':
        return this.#say(215, 'UNIX Type: L8')
      case 'FEAT':
        this.#parts.socket.write('211-features\r\n EPSV\r\n REST STREAM\r\n SIZE\r\n UTF8\r\n')
        return this.#say(211, 'end')
      default:
        return this.#say(502, 'not supported')
    }
  }

  /** Folders exist as soon as they are named: a file goes by its last name alone. */
  #enter(name: string, argument: string) {
    const folder = posix.resolve(this.#folder, name === 'CDUP' ? '..' : argument).slice(0, longestLine)
    if (name === 'CWD' || name === 'CDUP') this.#folder = folder
    if (name === 'CWD' || name === 'CDUP') this.#say(250, 'ok')
    else this.#say(257, `"${folder.replaceAll('"', '""')}"`)
  }

  async #openData(name: string) {
    const address = this.#parts.ownAddress()
    if (name === 'PASV' && !address) return this.#say(522, 'use EPSV')
    this.#data?.close()
    this.#data = await this.#parts.openData()
    if (!this.#data) return this.#say(425, 'no port is free')
    const { port } = this.#data
    if (name === 'EPSV') return this.#say(229, `entering extended passive mode (|||${port}|)`)
    const numbers = [...(address ?? '').split('.'), port >> 8, port & 0xff].join(',')
    return this.#say(227, `entering passive mode (${numbers})`)
  }

  async #store(upload: FileUpload, argument: string, isAppended: boolean) {
    const data = this.#data
    const name = nameOf(argument)
    const offset = isAppended ? await upload.sizeOf(name) : this.#offset
    this.#data = undefined
    this.#offset = 0
    if (!data) return this.#say(425, 'open a data connection first')
    if (!name) {
      data.close()
      return this.#say(553, 'no name')
    }
    this.#say(150, 'send it')
    try {
      this.#line = await data.connection()
      this.#line.setTimeout(silentMs, () => this.#line?.destroy(new Error('silent')))
      await upload.take(name, offset, this.#line)
      this.#say(226, 'stored')
    } catch (error) {
      if (error instanceof BadFile) this.#say(error.code, error.message)
      else if (isBroken(error)) this.#say(426, 'broken off')
      else {
        this.#say(451, 'could not be stored')
        throw error
      }
    } finally {
      this.#line?.destroy()
      this.#line = undefined
      data.close()
    }
  }
}

/** True for a connection that broke off: what came of the file stays. */
const isBroken = (error: unknown) =>
  error instanceof Error &&
  (('code' in error && /^(ECONNRESET|EPIPE|ECONNABORTED|ERR_STREAM_PREMATURE_CLOSE|ABORT_ERR)$/.test(String(error.code))) ||
    /^(silent|no connection)/.test(error.message))

/** The last name of a path, without what no name has. */
const nameOf = (path: string) => posix.basename(path.replaceAll('\\', '/').replace(/[\p{Cc}"<>|*?:]/gu, '')).slice(0, longestName)

const decoders = [new TextDecoder('utf-8', { fatal: true }), new TextDecoder('gbk')]

/** Terminals send names in UTF-8 or GBK. */
function textOf(bytes: Buffer): string {
  const [utf8, gbk] = decoders
  try {
    return utf8?.decode(bytes) ?? ''
  } catch {
    return gbk?.decode(bytes) ?? ''
  }
}

/** Lines of a terminal; ends the connection after one that is too long. */
async function* linesOf(socket: Socket): AsyncGenerator<string> {
  let rest = Buffer.alloc(0)
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    rest = Buffer.concat([rest, chunk])
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      if (end > longestLine) return
      const line = textOf(rest.subarray(0, end)).replace(/\r$/, '')
      rest = rest.subarray(end + 1)
      if (line) yield line
    }
    if (rest.length > longestLine) return
  }
}
