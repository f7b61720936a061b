import { inflateRawSync } from 'node:zlib'

/** The entries of a zip by their names. Source: APPNOTE.TXT of PKWARE, 4.3. */
export function entriesOf(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf('PK\u0005\u0006')
  const entries = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [method, packed, start] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 42)]
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [number, number, number]
    const bodyAt = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28)
    const body = zip.subarray(bodyAt, bodyAt + packed)
    entries.set(zip.toString('utf8', at + 46, at + 46 + name), method ? inflateRawSync(body) : body)
    at += 46 + name + extra + comment
  }
  return entries
}
