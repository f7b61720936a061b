import { addToList } from './add-to-list.ts'
import { chains } from './chains.ts'
import { districtAt } from './districts.ts'
import { at, distance, type Point, toLngLat } from './geometry.ts'
import type { StreetClass } from './main-roads.ts'

/** First parts of street names, by district. */
const roots: Readonly<Record<string, string>> = {
  锦江区:
    '牛市口 莲桂 静居寺 沙河堡 琉璃 锦东 一心桥 水碾河 天仙桥 龙舟 净居寺 宏济 大慈寺 梓潼桥 书院 海椒市 通汇 东光 得胜 工农院 莲花 均隆 望江 国槐 金像寺 喜树 银木 三色 柳江 经天 驸马 汇泉 皇经楼 锦华 卓锦 晨辉 榕声',
  青羊区:
    '支矶石 泡桐树 草堂 浣花 青华 槐树 石人 文家 同善桥 东坡 府南 金沙 家园 贝森 青羊 瑞联 八宝 焦家 金河 通惠门 小南 桂花 奎星楼 文武 江汉 西马棚 清波 苏坡 培风 中坝 双清 黄土 成飞 康河 腾飞 光华村 百寿 玉宇',
  金牛区:
    '抚琴 茶店子 营门口 九里堤 西安 一品天下 金琴 银沙 白马寺 曹家 马鞍 星辉 花照壁 黄忠 蜀蓉 育仁 土桥 沙湾 肖家村 荷花池 五块石 高笋塘 信立 洞子口 长庆 友谊 兴科 金科 蜀西 迎宾 蓝花 天回 韦家碾 王贾 同友 交大 圃园',
  武侯区:
    '玉林 桐梓林 倪家桥 棕南 棕北 郭家桥 致民 洗面桥 浆洗 高升桥 广福桥 红牌楼 双楠 逸都 少陵 龙腾 晋阳 簇桥 金履 草金 丽都 芳草 紫荆 神仙树 航空 磨子桥 群众 龙江 长寿 燃灯寺 太平 聚龙 七里 顺和 望锦 果堰 金兴 川藏',
  成华区:
    '建设 玉双 双桥 新鸿 猛追湾 踏水桥 李家沱 桃蹊 二仙桥 八里 双庆 双福 电子科大 培华 怡福 府青 圣灯 崔家店 万科 东篱 杉板桥 民兴 民安 新风 站北 站南 驷马桥 高车 荆竹 平福 龙潭 成致 华泰 仙韵 和美 保和 锦绣 青龙 致强',
  高新区:
    '天仁 天泰 天晖 天华 盛和 盛安 盛兴 府城 吉泰 吉庆 锦晖 锦尚 益新 荣华 民丰 交子 万象 新乐 新园 肖家河 创业 石羊 仁和 中和 应龙 新南 劲松 升和 世纪城 德赛 雅和 泰和 大源 云华 裕民 梓州',
}
const rootWords = new Map(Object.entries(roots).map(([district, words]) => [district, words.split(' ')]))
const localEndings =
  '街 横街 一街 二街 巷 东街 西街 南街 北街 三街 一巷 二巷 后街 正街 四街 上街 下街 五街 中街 三巷 支路 六街'.split(' ')
const secondaryEndings = '路 东路 西路 南路 北路 中路 一路 二路 三路 四路 大街 五路'.split(' ')
/** Kilometres; a longer street has named sections (段). */
const sectionFrom = 2.6

export type StreetNameEdge = { from: number; to: number; name: string; class: StreetClass }

/** Groups unnamed edges that continue straight ahead into streets; a bend of up to 36° belongs to the same street (chosen by eye). */
const strokes = (nodes: readonly Point[], edges: readonly StreetNameEdge[]): number[][] => {
  const group = edges.map((_, index) => index)
  const rootOf = (index: number): number => {
    let root = index
    while (at(group, root) !== root) {
      group[root] = at(group, at(group, root))
      root = at(group, root)
    }
    return root
  }
  const meeting = new Map<number, { edge: number; angle: number }[]>()
  for (const [edge, { from, to, name }] of edges.entries()) {
    if (name !== '') continue
    const [p, q] = [at(nodes, from), at(nodes, to)]
    const angle = Math.atan2(q[1] - p[1], q[0] - p[0])
    addToList(meeting, from, { edge, angle })
    addToList(meeting, to, { edge, angle: angle + Math.PI })
  }
  for (const ends of meeting.values()) {
    const pairs: { first: number; second: number; bend: number }[] = []
    for (const [index, first] of ends.entries())
      for (const second of ends.slice(index + 1)) {
        const bend = 1 + Math.cos(first.angle - second.angle)
        if (bend > 0.19 || at(edges, first.edge).class !== at(edges, second.edge).class) continue
        pairs.push({ first: first.edge, second: second.edge, bend })
      }
    pairs.sort((p, q) => p.bend - q.bend)
    const paired = new Set<number>()
    for (const { first, second } of pairs) {
      if (paired.has(first) || paired.has(second)) continue
      paired.add(first).add(second)
      group[rootOf(first)] = rootOf(second)
    }
  }
  const streets = new Map<number, number[]>()
  for (const [edge, { name }] of edges.entries()) {
    if (name !== '') continue
    addToList(streets, rootOf(edge), edge)
  }
  return [...streets.values()]
}

/** Generates unused names: root by root, then with the next ending. */
const namesFor = (endings: readonly string[], usedNames: Set<string>) => {
  const next = new Map<string, number>()
  return (district: string): string => {
    const words = rootWords.get(district) ?? []
    if (words.length === 0) throw new RangeError(`no street names for ${district}`)
    for (;;) {
      const count = next.get(district) ?? 0
      next.set(district, count + 1)
      const ending = at(endings, (Math.floor(count / words.length) + count * 5) % endings.length)
      const round = Math.floor(count / (words.length * endings.length))
      const root = at(words, count % words.length)
      const name = round === 0 ? `${root}${ending}` : `${root}${'东西南北'[(round - 1) % 4]}${ending}`
      if (usedNames.has(name)) continue
      usedNames.add(name)
      return name
    }
  }
}

const sections = '一二三四五六七八'

/** Names the unnamed edges in place, street by street, by the district they lie in. */
export const nameStreets = (nodes: readonly Point[], edges: readonly StreetNameEdge[]): void => {
  const usedNames = new Set(edges.map(({ name }) => name))
  const namers = { local: namesFor(localEndings, usedNames), secondary: namesFor(secondaryEndings, usedNames) }
  for (const street of strokes(nodes, edges)) {
    const members = street.map((index) => at(edges, index))
    const middle = at(members, Math.floor(members.length / 2))
    const [lng, lat] = toLngLat(at(nodes, middle.from))
    const district = districtAt(lng, lat)?.name ?? '成华区'
    const name = namers[middle.class === 'secondary' ? 'secondary' : 'local'](district)
    const lengthOf = (edge: StreetNameEdge) => distance(at(nodes, edge.from), at(nodes, edge.to))
    const total = members.reduce((sum, edge) => sum + lengthOf(edge), 0)
    const count = total < sectionFrom ? 1 : Math.min(sections.length, Math.round(total / 1.3))
    if (count === 1) {
      for (const edge of members) edge.name = name
      continue
    }
    let lengthBefore = 0
    for (const { links } of chains(members))
      for (const index of links) {
        const edge = at(members, index)
        edge.name = `${name}${sections[Math.min(count - 1, Math.floor((lengthBefore / total) * count))]}段`
        lengthBefore += lengthOf(edge)
      }
  }
}
