import { Readable } from 'node:stream'
import yazl from 'yazl'
import { stylesXml } from './sheet.ts'

/** A sheet of a workbook: its XML in the order it is written. */
export type SheetXml = { start: string; rows: NodeJS.ReadableStream | undefined; end: string }

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'

/** Streams an .xlsx file of any length while it is packed; `sheetAt` is called for one sheet after the other. `names` are the tab labels. */
export function packWorkbook(names: string[], sheetAt: (index: number) => SheetXml): Readable {
  const zip = new yazl.ZipFile()
  const out = zip.outputStream
  if (!(out instanceof Readable)) throw new Error('a zip that cannot be read')
  zip.on('error', (error: Error) => out.destroy(error))
  let packing: Readable | undefined
  out.once('close', () => packing?.destroy())
  const add = (path: string, xml: string) => zip.addBuffer(Buffer.from(head + xml), path)

  add(
    '[Content_Types].xml',
    `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>${names.map((_, i) => `<Override PartName="/xl/worksheets/sheet${i + 1}.xml" ContentType="${types}.worksheet+xml"/>`).join('')}</Types>`,
  )
  add(
    '_rels/.rels',
    `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  )
  add(
    'xl/workbook.xml',
    `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${relations}"><sheets>${names.map((name, i) => `<sheet name="${tabName(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('')}</sheets></workbook>`,
  )
  add(
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${packages}/relationships">${names.map((_, i) => `<Relationship Id="rId${i + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`).join('')}<Relationship Id="rId${names.length + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
  )
  zip.addBuffer(Buffer.from(stylesXml), 'xl/styles.xml')
  for (const i of names.keys())
    zip.addReadStreamLazy(`xl/worksheets/sheet${i + 1}.xml`, { compressionLevel: 3 }, (give) => {
      packing = Readable.from(inOrder(sheetAt(i)), { objectMode: false })
      give(null, packing)
    })
  zip.end()
  return out
}

async function* inOrder({ start, rows, end }: SheetXml) {
  yield start
  if (rows) yield* rows
  yield end
}

/** A valid tab label: at most 31 characters, none of the reserved ones. */
const tabName = (name: string) =>
  name
    .replace(/[[\]:*?/\\'&<>"]/g, ' ')
    .slice(0, 31)
    .trim()
