import { districtAt, districts } from './districts.ts'
import { along, at, distance, type Point, toLngLat, toPlane } from './geometry.ts'
import { between, pick, seeded, whole } from './random.ts'
import { streetNetwork } from './streets.ts'

export type FacilityType = '公共厕所' | '中转站' | '停车场' | '加水点' | '加油站' | '垃圾填埋场' | '垃圾焚烧厂'
/** A facility of the sanitation service, WGS-84; `district` is the district's name. */
export type Facility = { name: string; type: FacilityType; lng: number; lat: number; district: string }
export type GarbageCan = { name: string; lng: number; lat: number; district: string }

const facilityCounts: readonly (readonly [FacilityType, number, withinKilometres: number])[] = [
  ['公共厕所', 118, 9.5],
  ['中转站', 36, 10],
  ['停车场', 26, 10.5],
  ['加水点', 34, 9],
  ['加油站', 14, 10],
  ['垃圾填埋场', 2, 12],
  ['垃圾焚烧厂', 3, 12],
]
const landfillBeyond = 9
const canCount = 560

type Site = { street: string; lng: number; lat: number; district: string }

/** Draws roadside sites: `low` to `high` kilometres from the city centre, 12–30 m beside a street, in `onlyDistrict` if given. */
export const sites = (random: () => number) => {
  const { nodes, edges } = streetNetwork()
  const plane = (node: number): Point => {
    const { lng, lat } = at(nodes, node)
    return toPlane(lng, lat)
  }
  return (low: number, high: number, onlyDistrict?: string): Site => {
    for (;;) {
      const { from, to, name } = pick(random, edges)
      const [p, q] = [plane(from), plane(to)]
      const [x, y] = along(p, q, between(random, 0.15, 0.85))
      const fromCentre = Math.hypot(x, y)
      if (name === '绕城高速' || fromCentre < low || fromCentre > high) continue
      const off = (random() < 0.5 ? -1 : 1) * between(random, 0.012, 0.03)
      const length = distance(p, q)
      const [lng, lat] = toLngLat([x - ((q[1] - p[1]) / length) * off, y + ((q[0] - p[0]) / length) * off])
      const district = districtAt(lng, lat)?.name
      if (district !== undefined && (onlyDistrict === undefined || onlyDistrict === district))
        return { street: name, lng, lat, district }
    }
  }
}

/** Makes names unique: a repeated name gets a number from the second time on. */
export const numbered = () => {
  const counts = new Map<string, number>()
  return (name: string): string => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count === 1 ? name : `${name}${count}号`
  }
}

/** The facilities of the demo city, always the same; names are unique. */
export const facilities = (): Facility[] => {
  const random = seeded(20180911)
  const site = sites(random)
  const unique = numbered()
  return facilityCounts.flatMap(([type, count, high]) =>
    Array.from({ length: count }, (_, index) => {
      // Common types are spread over the districts first, so that each has one.
      const onlyDistrict = count < districts.length ? undefined : districts[index]?.name
      const { street, lng, lat, district } = site(type.startsWith('垃圾') ? landfillBeyond : 0, high, onlyDistrict)
      return { name: unique(`${street}${type}`), type, lng, lat, district }
    }),
  )
}

/** The garbage cans of the demo city, always the same; names are unique. */
export const garbageCans = (): GarbageCan[] => {
  const random = seeded(20200616)
  const site = sites(random)
  return Array.from({ length: canCount }, (_, index) => {
    const { street, lng, lat, district } = site(0, 8)
    return { name: `${street}垃圾桶${String(index + 1).padStart(3, '0')}`, lng, lat, district }
  })
}

const surnames = [
  ...'王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文',
]
const givenFirst = [...'建国志永文德明世家玉秀桂淑春晓海红伟丽俊光正天成兴福长立学宏少云月小大忠新思子雨佳']
const givenSecond = [...'军华平强芳英兰梅霞明辉勇杰涛超刚林峰波龙玲燕敏娟琴凤萍蓉洪斌彬东富贵友云生祥全良芬珍']
const givenSingle = [...'伟敏静丽强磊军洋勇艳杰娟涛明超霞平刚芳玲燕鑫波斌辉健俊帆洁倩凯浩亮']

/** A Chinese person name of two or three characters. */
export const personName = (random: () => number): string =>
  random() < 0.22
    ? `${pick(random, surnames)}${pick(random, givenSingle)}`
    : `${pick(random, surnames)}${pick(random, givenFirst)}${pick(random, givenSecond)}`

// Plates leave out I and O, which read as digits.
const plateLetters = [...'ABCDEFGHJKLMNPQRSTUVWXYZ']
const digits = [...'0123456789']
const drawText = (random: () => number, list: readonly string[], count: number): string =>
  Array.from({ length: count }, () => pick(random, list)).join('')

/** A Chengdu number plate: 川A and five characters, or for every fifth vehicle a new-energy one, 川AD and five digits. */
export const plate = (random: () => number): string => {
  if (random() < 0.2) return `川A${pick(random, ['D', 'F'])}${drawText(random, digits, 5)}`
  const letterAt = whole(random, 0, 4)
  return `川A${drawText(random, digits, letterAt)}${pick(random, plateLetters)}${drawText(random, digits, 4 - letterAt)}`
}

const distinct = (count: number, draw: () => string): string[] => {
  const values = new Set<string>()
  while (values.size < count) values.add(draw())
  return [...values]
}

/** `count` different plates (up to some hundred thousand). */
export const plates = (random: () => number, count: number): string[] => distinct(count, () => plate(random))

/** A mobile number of 11 digits. */
export const phone = (random: () => number): string =>
  `${pick(random, ['130', '135', '136', '138', '139', '150', '158', '159', '177', '180', '181', '186', '189', '191', '199'])}${drawText(random, digits, 8)}`

/** `count` different mobile numbers. */
export const phones = (random: () => number, count: number): string[] => distinct(count, () => phone(random))
