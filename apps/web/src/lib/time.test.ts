import common from '@huanwei/words/common.zh-CN.json' with { type: 'json' }
import { beforeAll, expect, test } from 'vitest'
import { i18n } from '../i18n/i18n.ts'
import { age, dayRange, formatTime, lastingText, messageTime, parseTime } from './time.ts'

beforeAll(async () => {
  await i18n.init({ lng: 'zh-CN', defaultNS: 'common', keySeparator: false, resources: { 'zh-CN': { common } } })
})

test('wire times are Asia/Shanghai wherever the browser is', () => {
  expect(parseTime('2026-11-21 08:00:00')).toBe(Date.UTC(2026, 10, 21))
  expect(formatTime(Date.UTC(2026, 10, 21))).toBe('2026-11-21 08:00:00')
})

test('a duration is told in its two largest units', () => {
  expect([125, 59, 3600, 4759].map(lastingText)).toEqual(['2分5秒', '59秒', '1小时0分', '1小时19分'])
})

test('an age is told in its largest unit and never negative', () => {
  expect([-5, 3_000, 300_000, 7_200_000, 345_600_000].map(age)).toEqual(['0 秒前', '3 秒前', '5 分钟前', '2 小时前', '4 天前'])
})

test('a message of today shows the clock, of yesterday the word, else the day', () => {
  const now = parseTime('2026-11-21 00:30:00')
  const texts = ['2026-11-21 00:10:00', '2026-11-20 23:59:00', '2026-11-19 12:00:00']
  expect(texts.map((text) => messageTime(text, now))).toEqual(['00:10', '昨天', '2026-11-19'])
})

test('a range of days covers them whole', () => {
  expect(dayRange('2026-11-01', '2026-11-02')).toEqual({ startTime: '2026-11-01 00:00:00', endTime: '2026-11-02 23:59:59' })
})
