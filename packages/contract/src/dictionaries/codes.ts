import type { Language } from '../words.ts'

/** Texts in the order of `languages`. */
type Texts = readonly [string, string, string]

/** What the dictionaries of a new organisation begin with; the value of an item is its place in the list, from 1. */
export const dictionarySeeds = {
  /** Source: spec 4, S1 §7.4. */
  vehicle_type: [
    ['洗扫车', '洗掃車', 'Washing sweeper'],
    ['洒水车', '灑水車', 'Sprinkler'],
    ['垃圾运输车', '垃圾運輸車', 'Waste transporter'],
    ['真空吸尘车', '真空吸塵車', 'Vacuum sweeper'],
    ['雾炮车', '霧炮車', 'Mist cannon'],
    ['电动保洁车', '電動保潔車', 'Electric cleaning cart'],
    ['护栏清洗车', '護欄清洗車', 'Guardrail washer'],
    ['餐厨车', '餐廚車', 'Kitchen waste truck'],
    ['吸粪车', '吸糞車', 'Suction truck'],
    ['干扫车', '乾掃車', 'Dry sweeper'],
  ],
  /** Source: spec 4, S1 §7.4. */
  facility_type: [
    ['公共厕所', '公共廁所', 'Public toilet'],
    ['中转站', '中轉站', 'Transfer station'],
    ['停车场', '停車場', 'Depot'],
    ['加水点', '加水點', 'Water point'],
    ['加油站', '加油站', 'Filling station'],
    ['垃圾填埋场', '垃圾填埋場', 'Landfill'],
    ['垃圾焚烧厂', '垃圾焚燒廠', 'Incinerator'],
    ['垃圾桶', '垃圾桶', 'Garbage can'],
    ['农厕', '農廁', 'Rural toilet'],
    ['化粪池', '化糞池', 'Septic tank'],
    ['果壳箱', '果殼箱', 'Litter bin'],
  ],
  /** What kind of work an inspection looks at. */
  inspection_business: [
    ['道路清扫', '道路清掃', 'Street cleaning'],
    ['垃圾收运', '垃圾收運', 'Waste collection'],
    ['公厕管护', '公廁管護', 'Public toilet care'],
    ['设施维护', '設施維護', 'Facility maintenance'],
    ['安全作业', '安全作業', 'Safe working'],
  ],
  /** What an inspection measures the work by. Source: spec 3, section 10. */
  assessment_standard: [
    ['路面有散落垃圾', '路面有散落垃圾', 'Litter on the road'],
    ['路面积尘积泥', '路面積塵積泥', 'Dust or mud on the road'],
    ['垃圾桶满溢', '垃圾桶滿溢', 'Bin overflowing'],
    ['垃圾清运不及时', '垃圾清運不及時', 'Waste collected late'],
    ['公厕不洁或有异味', '公廁不潔或有異味', 'Toilet dirty or smelling'],
    ['设施破损未修', '設施破損未修', 'Facility damaged and not repaired'],
    ['车辆带泥或撒漏', '車輛帶泥或撒漏', 'Vehicle muddy or spilling'],
    ['人员未着反光衣', '人員未著反光衣', 'No reflective clothing worn'],
  ],
  /** What people who are watched do. */
  person_type: [['环卫工', '環衛工', 'Sanitation worker']],
} as const satisfies Record<string, readonly Texts[]>

/** The value of the facility type that is called `label` in Chinese. */
export const facilityTypeOf = (label: (typeof dictionarySeeds.facility_type)[number][0]) =>
  String(dictionarySeeds.facility_type.findIndex(([name]) => name === label) + 1)

/** The facility type of a garbage can. */
export const canType = facilityTypeOf('垃圾桶')

/** What an item is called in the languages but the first, as it is stored. */
export const labelsOf = ([, taiwan, english]: Texts) =>
  ({ 'zh-TW': taiwan, 'en-US': english }) satisfies Partial<Record<Language, string>>
