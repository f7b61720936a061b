import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { between, seeded, whole } from '@huanwei/city/random'
import sharp from 'sharp'
import type { Tx } from '../db/connect.ts'
import { bucket } from '../features/files/file-addresses.ts'
import type { FileStore } from '../features/files/file-store.ts'
import { files } from '../features/files/table.ts'

const [width, height] = [960, 720]

type Random = () => number
const rect = (x: number, y: number, w: number, h: number, fill: string, more = '') =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}" ${more}/>`
const oval = (x: number, y: number, rx: number, ry: number, fill: string, more = '') =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}" ${more}/>`
const many = (n: number, draw: (i: number) => string) => Array.from({ length: n }, (_, i) => draw(i)).join('')

/** A street: houses, a pavement, a kerb and a road. */
const street = (random: Random) =>
  rect(0, 0, width, 330, '#b9cbd6') +
  many(6, (i) => {
    const top = whole(random, 40, 170)
    const wall = rect(i * 160, top, 156, 330 - top, ['#a99f92', '#98a3a8', '#b3a58f'][i % 3] ?? '')
    return wall + many(6, (n) => rect(i * 160 + 20 + (n % 3) * 44, top + 24 + Math.floor(n / 3) * 60, 28, 36, '#6f7f8a'))
  }) +
  rect(0, 330, width, 190, '#b8b2a6') +
  many(12, (i) => rect(i * 82, 330, 3, 190, '#a19b90')) +
  rect(0, 520, width, 22, '#8d8d8a') +
  rect(0, 542, width, 178, '#5b5e61') +
  many(5, (i) => rect(i * 210 + 30, 630, 110, 10, '#d8d6cc'))
const scraps = (random: Random) =>
  many(46, () => {
    const [x, y] = [between(random, 60, 900), between(random, 390, 690)]
    const fill = ['#e8e4da', '#d9c9a2', '#c7d3d9', '#b98d72'][whole(random, 0, 3)] ?? ''
    return rect(
      x,
      y,
      between(random, 8, 30),
      between(random, 6, 18),
      fill,
      `transform="rotate(${whole(random, 0, 90)} ${x} ${y})"`,
    )
  })

const bins = ['#3f7d4e', '#3b6ea5', '#70757a'].map(
  (fill, i) =>
    rect(250 + i * 165, 300, 130, 200, fill, 'rx="10"') +
    rect(242 + i * 165, 284, 146, 26, '#2f3a3f', 'rx="8"') +
    oval(280 + i * 165, 506, 16, 16, '#22282b') +
    oval(350 + i * 165, 506, 16, 16, '#22282b'),
)
const bags = (random: Random) =>
  many(16, (i) =>
    oval(
      between(random, 240, 730),
      i < 8 ? between(random, 250, 290) : between(random, 480, 560),
      whole(random, 26, 48),
      34,
      '#33383c',
    ),
  ) + scraps(random)

/** Cubicles of a toilet on a tiled floor. */
const toilet = () =>
  rect(0, 0, width, 460, '#dfe6e6') +
  many(13, (i) => rect(i * 76, 0, 2, 460, '#c9d3d3')) +
  many(7, (i) => rect(0, i * 70, width, 2, '#c9d3d3')) +
  many(
    3,
    (i) =>
      rect(110 + i * 260, 110, 220, 340, '#8fa7a1') +
      rect(128 + i * 260, 126, 184, 324, '#a9beb8') +
      oval(290 + i * 260, 300, 9, 9, '#5c6b68'),
  ) +
  rect(0, 460, width, 260, '#b7b4ad') +
  many(13, (i) => rect(i * 76, 460, 2, 260, '#a09d96')) +
  many(4, (i) => rect(0, 460 + i * 66, width, 2, '#a09d96'))
const puddles = (random: Random) =>
  many(5, () =>
    oval(
      between(random, 150, 800),
      between(random, 540, 670),
      whole(random, 60, 150),
      whole(random, 18, 40),
      '#8b979b',
      'opacity="0.75"',
    ),
  ) + many(12, () => oval(between(random, 100, 860), between(random, 500, 690), 20, 8, '#7b6a55', 'opacity="0.7"'))

/** The lid of a septic tank in a yard. */
const tank = (random: Random) =>
  rect(0, 0, width, height, '#8e8a6d') +
  many(300, () => oval(between(random, 0, width), between(random, 0, height), 4, 3, '#7d8a5a')) +
  oval(480, 390, 250, 150, '#9d9a94') +
  oval(480, 380, 190, 112, '#6d6c69') +
  many(5, (i) => rect(360, 330 + i * 24, 240, 6, '#595856'))
const overflow = (random: Random) =>
  many(9, () =>
    oval(
      between(random, 250, 720),
      between(random, 430, 640),
      whole(random, 60, 140),
      whole(random, 24, 50),
      '#4b4433',
      'opacity="0.8"',
    ),
  )

/** A sheet of paper with a stamp, on a desk. */
const paper = (random: Random) =>
  rect(0, 0, width, height, '#8a7560') +
  rect(220, 40, 520, 640, '#f7f4ea') +
  rect(340, 90, 280, 34, '#9c3b34') +
  many(13, (i) => rect(280, 170 + i * 32, between(random, 220, 400), 10, '#8d8b85')) +
  oval(620, 600, 58, 58, 'none', 'stroke="#c0392b" stroke-width="8" opacity="0.8"')

type Scene = { of: RegExp; place: (random: Random) => string; wrong: (random: Random) => string; label?: string }

/** Scenes: the texts they fit, the background picture, the problem shown only before the work is done, and the name of the files where they have one. */
const scenes: readonly Scene[] = [
  { of: /证$|保单|合同|报告/, place: paper, wrong: () => '', label: '扫描件' },
  { of: /桶|箱|篓|垃圾亭|大件|清运/, place: (random) => street(random) + bins.join(''), wrong: bags },
  { of: /粪|返水|下水/, place: tank, wrong: overflow },
  { of: /厕|隔间|蹲位|洗手|地面|门锁|水|灯|纸架|厕纸/, place: toilet, wrong: puddles },
  { of: /./, place: street, wrong: scraps },
]

const fileLabels = { before: '处理前', after: '处理后' }

const draw = (inside: string) => {
  const light = `<radialGradient id="l" r="0.8"><stop offset="0.6" stop-opacity="0"/><stop offset="1" stop-opacity="0.3"/></radialGradient>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${light}${inside}${rect(0, 0, width, height, 'url(#l)')}</svg>`
  return sharp(Buffer.from(svg)).blur(0.8).jpeg({ quality: 80 }).toBuffer()
}

/** Number of variants of each scene, so that photos differ. */
const looks = 3
export type DemoPhotos = Record<'before' | 'after', (text: string, nth: number) => string[]>

/** Stores drawn pictures as files of a tenant for its demo records. `before` and `after` return the name of one that fits a text, for every second record. */
export async function loadPhotos(tx: Tx, store: FileStore, tenantId: number, createUser: string): Promise<DemoPhotos> {
  const random = seeded(tenantId)
  const names = { before: new Map<string, string>(), after: new Map<string, string>() }
  for (const [i, { place, wrong, label }] of scenes.entries())
    for (let look = 0; look < looks; look++) {
      const clean = place(random)
      for (const [when, picture] of [
        ['before', await draw(clean + wrong(random))],
        ['after', await draw(clean)],
      ] as const) {
        const fileName = `${randomBytes(16).toString('hex')}.jpg`
        const received = await store.receive(Readable.from([picture]))
        await tx.insert(files).values({
          tenantId,
          bucketName: bucket,
          fileName,
          original: `${label ?? fileLabels[when]}-${i + 1}${look + 1}.jpg`,
          type: 'jpg',
          fileSize: received.size,
          createUser,
          isConfirmed: true,
        })
        await received.keep(fileName)
        names[when].set(`${i} ${look}`, fileName)
      }
    }
  const named = (when: keyof typeof names) => (text: string, nth: number) => {
    const name = names[when].get(`${scenes.findIndex(({ of }) => of.test(text))} ${nth % looks}`)
    return name && nth % 2 === 0 ? [name] : []
  }
  return { before: named('before'), after: named('after') }
}
