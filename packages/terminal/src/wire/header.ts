/** Editions of JT/T 808. 2011 and 2013 have the same header and differ only in the registration. */
export type Version = '2011' | '2013' | '2019'

export type Header = {
  messageId: number
  version2019: boolean
  /** 1 and up in 2019, 0 before. */
  protocolVersion: number
  /** Digits as received: 12, or 20 in 2019. Hexadecimal, because some terminals send six raw bytes instead of BCD. */
  terminalNo: string
  serial: number
  /** 0 none, 1 RSA, others reserved. */
  encryption: number
  /** Number of pieces of the message, and index of this one, from 1; both or none. */
  total?: number
  index?: number
}

/** A header to write; the terminal number is padded with zeros on the left. */
export type HeaderToSend = {
  messageId: number
  version2019: boolean
  /** 1 by default in 2019. */
  protocolVersion?: number
  terminalNo: string
  serial: number
  encryption?: number
  total?: number
  index?: number
}

const subPackageBit = 0x2000
const version2019Bit = 0x4000
/** Limit of the ten bits of the body length. */
export const maxBodyLength = 1023

/** Canonical terminal number: without leading zeros, so that its 12- and 20-digit forms are equal. */
export const terminalKey = ({ terminalNo }: { terminalNo: string }) => terminalNo.replace(/^0+(?=.)/, '')

/** Edition of the bodies for this terminal; the header does not distinguish 2011 from 2013. */
export const versionOf = ({ version2019 }: { version2019: boolean }): Version => (version2019 ? '2019' : '2013')

/** Header of an answer or a command to the terminal that sent `header`. */
export const headerTo = (header: Header, messageId: number, serial: number): HeaderToSend => ({
  messageId,
  version2019: header.version2019,
  protocolVersion: header.protocolVersion,
  terminalNo: header.terminalNo,
  serial,
})

/** Length of a header with these properties: 12 or 16 bytes, in 2019 17 or 21. */
const lengthFor = (properties: number) =>
  ((properties & version2019Bit) === 0 ? 12 : 17) + ((properties & subPackageBit) === 0 ? 0 : 4)

/** Decodes the header at `start` of `bytes`; undefined when it is too short. */
export function decodeHeader(
  bytes: Buffer,
  start = 0,
  end = bytes.length,
): { header: Header; headerLength: number; bodyLength: number } | undefined {
  if (end - start < 12) return undefined
  const properties = bytes.readUInt16BE(start + 2)
  const headerLength = lengthFor(properties)
  if (end - start < headerLength) return undefined
  const version2019 = (properties & version2019Bit) !== 0
  const phoneEnd = start + (version2019 ? 15 : 10)
  const terminalNo = decodeNumber(bytes, start + (version2019 ? 5 : 4), phoneEnd)
  const header: Header = {
    messageId: bytes.readUInt16BE(start),
    version2019,
    protocolVersion: version2019 ? bytes.readUInt8(start + 4) : 0,
    terminalNo,
    serial: bytes.readUInt16BE(phoneEnd),
    encryption: (properties >> 10) & 7,
  }
  if ((properties & subPackageBit) !== 0) {
    header.total = bytes.readUInt16BE(phoneEnd + 2)
    header.index = bytes.readUInt16BE(phoneEnd + 4)
  }
  return { header, headerLength, bodyLength: properties & maxBodyLength }
}

/** The latest number and its bytes: frames of a terminal arrive together, and comparing bytes is faster than making a string. */
const lastNumber = { bytes: Buffer.alloc(10), length: 0, terminalNo: '' }

/** Digits of a terminal number. */
function decodeNumber(bytes: Buffer, start: number, end: number): string {
  let isKnown = end - start === lastNumber.length
  for (let i = start; i < end && isKnown; i++) isKnown = bytes[i] === lastNumber.bytes[i - start]
  if (isKnown) return lastNumber.terminalNo
  lastNumber.length = bytes.copy(lastNumber.bytes, 0, start, end)
  lastNumber.terminalNo = bytes.toString('hex', start, end)
  return lastNumber.terminalNo
}

function paddedNumber(terminalNo: string, digits: number): string {
  const padded = terminalKey({ terminalNo }).padStart(digits, '0')
  if (padded.length > digits || !/^[0-9a-f]+$/.test(padded))
    throw new RangeError(`no terminal number of ${digits} digits: ${terminalNo}`)
  return padded
}

/** Number of bytes that `writeHeader` writes. */
export const headerLengthOf = (header: HeaderToSend) => (header.version2019 ? 17 : 12) + (header.total === undefined ? 0 : 4)

/** Writes the header at the start of `target`. RangeError when a value does not fit. */
export function writeHeader(target: Buffer, header: HeaderToSend, bodyLength: number): void {
  if (bodyLength > maxBodyLength) throw new RangeError(`a body of ${bodyLength} bytes has to be split`)
  const { version2019, encryption = 0, total, index = 1 } = header
  if (encryption > 7) throw new RangeError(`encryption ${encryption}`)
  const marks = (total === undefined ? 0 : subPackageBit) | (version2019 ? version2019Bit : 0)
  target.writeUInt16BE(header.messageId, 0)
  target.writeUInt16BE(bodyLength | (encryption << 10) | marks, 2)
  if (version2019) target.writeUInt8(header.protocolVersion ?? 1, 4)
  const phoneStart = version2019 ? 5 : 4
  const phoneEnd = version2019 ? 15 : 10
  target.write(paddedNumber(header.terminalNo, version2019 ? 20 : 12), phoneStart, 'hex')
  target.writeUInt16BE(header.serial, phoneEnd)
  if (total === undefined) return
  target.writeUInt16BE(total, phoneEnd + 2)
  target.writeUInt16BE(index, phoneEnd + 4)
}
