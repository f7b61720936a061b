import { metrics } from '@huanwei/contract/readings/codes'
import type { Condition } from '@huanwei/contract/rules/endpoints'
import type { Hours } from '@huanwei/contract/shifts/endpoints'
import type { Language } from '@huanwei/contract/words'
import type { AreaRow } from '../features/areas/queries.ts'
import type { NamedRule } from '../features/rules/queries.ts'
import { metresBetween } from '../live/geometry.ts'
import { choice, figure, moment, text } from './export-lists.ts'
import { alarmWords, conditionWords, metricWords, safetyWords, weekdayWords } from './rule-words.ts'
import { inLanguage, type Words } from './words.ts'

/** What a route goes along, metres. */
const lengthOf = (line: readonly (readonly [number, number])[]) =>
  Math.round(line.slice(1).reduce((sum, [lng, lat], i) => sum + metresBetween(...(line[i] ?? [lng, lat]), lng, lat), 0))

/** The centre of a circle, of another shape the point it begins with, degrees. */
function placeOf({ shape }: AreaRow) {
  if (shape.kind === 'circle') return shape.centre
  return shape.kind === 'polygon' ? shape.ring[0] : shape.line[0]
}

export const areaColumns = [
  text<AreaRow>(['围栏名称', '圍欄名稱', 'Name'], (row) => row.name, 24),
  text<AreaRow>(['所属部门', '所屬部門', 'Department'], (row) => row.deptName),
  choice<AreaRow>(
    ['形状', '形狀', 'Shape'],
    { circle: ['圆形', '圓形', 'Circle'], polygon: ['多边形', '多邊形', 'Polygon'], route: ['路线', '路線', 'Route'] },
    ({ shape }) => shape.kind,
  ),
  figure<AreaRow>(['半径（米）', '半徑（公尺）', 'Radius (m)'], ({ shape }) => (shape.kind === 'circle' ? shape.radius : null)),
  figure<AreaRow>(['长度（米）', '長度（公尺）', 'Length (m)'], ({ shape }) =>
    shape.kind === 'route' ? lengthOf(shape.line) : null,
  ),
  figure<AreaRow>(['宽度（米）', '寬度（公尺）', 'Width (m)'], ({ shape }) => (shape.kind === 'route' ? shape.width : null)),
  figure<AreaRow>(['经度', '經度', 'Longitude'], (row) => placeOf(row)?.[0] ?? null),
  figure<AreaRow>(['纬度', '緯度', 'Latitude'], (row) => placeOf(row)?.[1] ?? null),
  figure<AreaRow>(['作业车辆', '作業車輛', 'Vehicles'], (row) => row.vehicleIds.length),
  text<AreaRow>(['备注', '備註', 'Remark'], (row) => row.remark, 40),
  moment<AreaRow>(['创建时间', '建立時間', 'Created at'], (row) => row.createTime),
]

/** What the condition compares with, spans of time aside; null where it compares nothing. */
function limitOf(it: Condition, language: Language): string | null {
  const say = (words: Words | undefined, code: number) => (words ? inLanguage(language, words) : String(code))
  switch (it.kind) {
    case 'speeding':
      return `${it.limit} km/h`
    case 'terminalAlarm':
      return say(alarmWords[it.bit], it.bit)
    case 'activeSafety':
      return it.types.map((type) => say(safetyWords[it.addition]?.[type], type)).join(', ')
    case 'staying':
      return `${it.radius} m`
    case 'lowBattery':
      return `${it.below}%`
    case 'overflow':
      return `${it.above}%`
    case 'reading':
      return `${inLanguage(language, metricWords[it.metric])} ${it.above} ${metrics[it.metric].unit}`
    case 'flow':
      return String(it.perHour)
    default:
      return null
  }
}

/** Seconds that the condition must last, or that it gives. */
const secondsOf = (it: Condition) => ('after' in it ? it.after : 'grace' in it ? it.grace : null)

const everyDay: Words = ['每天', '每天', 'Every day']

function hoursIn(language: Language, { start, end, weekdays }: Hours) {
  const days = weekdays.toSorted((one, other) => one - other).map((day) => weekdayWords[day])
  const named = days.length === 7 ? [everyDay] : days
  return `${named.map((words) => words && inLanguage(language, words)).join(', ')} ${start}–${end}`
}

const yesOrNo = { true: ['是', '是', 'Yes'], false: ['否', '否', 'No'] } as const

export const ruleColumns = [
  text<NamedRule>(['规则名称', '規則名稱', 'Name'], (row) => row.name, 24),
  choice<NamedRule>(['条件', '條件', 'Condition'], conditionWords, ({ condition }) => condition.kind),
  text<NamedRule>(['限值', '限值', 'Limit'], ({ condition }, language) => limitOf(condition, language), 20),
  figure<NamedRule>(['时长（秒）', '時長（秒）', 'Time (s)'], ({ condition }) => secondsOf(condition)),
  figure<NamedRule>(['休息时长（秒）', '休息時長（秒）', 'Rest (s)'], ({ condition }) =>
    'rest' in condition ? condition.rest : null,
  ),
  text<NamedRule>(['电子围栏', '電子圍欄', 'Areas'], (row) => row.areaNames.join(', '), 24),
  figure<NamedRule>(['指定对象数', '指定對象數', 'Objects named'], (row) => row.objectIds.length, 14),
  text<NamedRule>(['部门（含下级）', '部門（含下級）', 'Departments (and below)'], (row) => row.deptNames.join(', '), 24),
  text<NamedRule>(
    ['生效时段', '生效時段', 'Hours'],
    (row, language) => row.hours.map((one) => hoursIn(language, one)).join('; '),
    24,
  ),
  text<NamedRule>(['班次', '班次', 'Shifts'], (row) => row.shiftNames.join(', ')),
  choice<NamedRule>(['按工作日历', '按工作日曆', 'By the calendar'], yesOrNo, (row) => String(row.calendar)),
  choice<NamedRule>(
    ['级别', '級別', 'Severity'],
    { alarm: ['报警', '報警', 'Alarm'], warning: ['预警', '預警', 'Warning'] },
    (row) => row.severity,
  ),
  figure<NamedRule>(['最短持续（秒）', '最短持續（秒）', 'Shortest (s)'], (row) => row.minDuration, 14),
  figure<NamedRule>(['冷却时间（秒）', '冷卻時間（秒）', 'Cooldown (s)'], (row) => row.cooldown, 14),
  text<NamedRule>(['语音播报', '語音播報', 'Read aloud'], (row) => row.voiceText, 30),
  text<NamedRule>(['通知对象', '通知對象', 'Told'], (row) => row.recipientNames.join(', '), 24),
  choice<NamedRule>(['短信通知', '簡訊通知', 'Text message'], yesOrNo, (row) => String(row.sms)),
  choice<NamedRule>(['启用', '啟用', 'In force'], yesOrNo, (row) => String(row.enabled)),
  moment<NamedRule>(['最近变更', '最近變更', 'Changed at'], (row) => row.changeTime),
]
