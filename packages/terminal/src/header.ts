/** Editions of JT/T 808. 2011 and 2013 share the header and differ in the registration alone. */
export type Version = '2011' | '2013' | '2019'

export type Header = {
  messageId: number
  version2019: boolean
  /** 1 and up in 2019, 0 before. */
  protocolVersion: number
  /** Digits as received: 12, or 20 in 2019. */
  terminalNo: string
  serial: number
  /** 0 none, 1 RSA, others reserved. */
  encryption: number
  /** How many pieces the message has, and which one this is, from 1; both or none. */
  total?: number
  index?: number
}

/** A header to write; digits are filled up with zeros on the left. */
export type HeaderToSend = {
  messageId: number
  version2019: boolean
  /** 1 when left out in 2019. */
  protocolVersion?: number
  terminalNo: string
  serial: number
  encryption?: number
  total?: number
  index?: number
}

const subPackageBit = 0x2000
const version2019Bit = 0x4000
/** The body length has ten bits. */
export const maxBodyLength = 1023

/** Canonical terminal number: without leading zeros, so that its 12- and 20-digit forms are one terminal. */
export const terminalKey = ({ terminalNo }: { terminalNo: string }) => terminalNo.replace(/^0+(?=.)/, '')

/** The edition to write bodies in for this terminal; 2011 cannot be told from the header. */
export const versionOf = ({ version2019 }: { version2019: boolean }): Version => (version2019 ? '2019' : '2013')

/** The header of an answer or an order to the terminal that sent `header`. */
export const headerTo = (header: Header, messageId: number, serial: number): HeaderToSend => ({
  messageId,
  version2019: header.version2019,
  protocolVersion: header.protocolVersion,
  terminalNo: header.terminalNo,
  serial,
})

/** Bytes of a header with these properties: 12 or 16, in 2019 17 or 21. */
const lengthFor = (properties: number) =>
  ((properties & version2019Bit) === 0 ? 12 : 17) + ((properties & subPackageBit) === 0 ? 0 : 4)

/** The header at `start` of `bytes` and what it says about lengths; undefined when too short or a terminal number is no BCD. */
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
  if (terminalNo === undefined) return undefined
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

/** The number read last and its bytes: frames of one terminal come together, and making a text of them costs more than comparing. */
const known = { bytes: Buffer.alloc(10), length: 0, terminalNo: '' }

/** The digits of a terminal number; undefined when these bytes are no BCD. */
function decodeNumber(bytes: Buffer, start: number, end: number): string | undefined {
  let isKnown = end - start === known.length
  for (let i = start; i < end && isKnown; i++) isKnown = bytes[i] === known.bytes[i - start]
  if (isKnown) return known.terminalNo
  for (let i = start; i < end; i++) {
    const byte = bytes[i] ?? 255
    if (byte > 0x99 || (byte & 15) > 9) return undefined
  }
  known.length = bytes.copy(known.bytes, 0, start, end)
  known.terminalNo = bytes.toString('hex', start, end)
  return known.terminalNo
}

function paddedNumber(terminalNo: string, digits: number): string {
  const padded = terminalKey({ terminalNo }).padStart(digits, '0')
  if (padded.length > digits || !/^\d+$/.test(padded))
    throw new RangeError(`no terminal number of ${digits} digits: ${terminalNo}`)
  return padded
}

/** Bytes that `writeHeader` fills. */
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
