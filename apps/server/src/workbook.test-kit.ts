import { inflateRawSync } from 'node:zlib'

/** The parts of a workbook by their paths, read by the directory at its end as sheet programs do. */
export function partsOf(file: Buffer): Map<string, string> {
  const end = file.lastIndexOf(Buffer.from('PK\x05\x06'))
  const parts = new Map<string, string>()
  for (let at = file.readUInt32LE(end + 16), n = file.readUInt16LE(end + 10); n > 0; n--) {
    const [size, nameLength, moreLength, noteLength] = [
      file.readUInt32LE(at + 20),
      ...[28, 30, 32].map((offset) => file.readUInt16LE(at + offset)),
    ]
    const name = file.toString('utf8', at + 46, at + 46 + nameLength!)
    const local = file.readUInt32LE(at + 42)
    const from = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
    parts.set(name, inflateRawSync(file.subarray(from, from + size!)).toString())
    at += 46 + nameLength! + moreLength! + noteLength!
  }
  return parts
}

/** The cells of a sheet, row by row: texts as texts, figures and moments as numbers. */
export const cellsOf = (sheet: string) =>
  [...sheet.matchAll(/<row r="\d+">(.*?)<\/row>/gs)].map(([, row = '']) =>
    [
      ...row.matchAll(
        /<c r="[A-Z]+\d+"( t="inlineStr")?(?: s="\d+")?>(?:<is><t xml:space="preserve">(.*?)<\/t><\/is>|<v>(.*?)<\/v>)<\/c>/gs,
      ),
    ].map(([, isText, text = '', value]) => (isText ? text : Number(value))),
  )
