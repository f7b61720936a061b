// @vitest-environment jsdom
import { AlarmType } from '@huanwei/contract/violations/codes'
import type { ViolationDetail } from '@huanwei/contract/violations/endpoints'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startI18n } from '../../i18n/i18n.ts'
import { ViolationFacts } from './ViolationFacts.tsx'

beforeAll(() => startI18n('zh-CN'))
afterEach(cleanup)

const violation: ViolationDetail = {
  id: 1,
  remark: '2026-03-02 08:00:00',
  handling: null,
  ruleId: 1,
  parts: 1,
  alarms: [],
  mergedInto: null,
  pushId: null,
  objectType: '2',
  objectId: 3,
  objectName: '乙路公共厕所',
  objectTypeName: '公共厕所',
  deptId: 2,
  deptName: '一部',
  violationEvent: '超限',
  severity: 'alarm',
  position: '乙路',
  lng: null,
  lat: null,
  executeAction: '记录',
  alarmType: AlarmType.pending,
  duration: 60,
  createTime: '2026-03-02 08:00:00',
  endTime: null,
  measure: null,
  limit: null,
  peak: null,
  violationVerifyProcess: [],
  eventVo: { eventProcessList: [] },
}

test.each([
  ['speed', 60, 83.24, '限值 60 km/h，最高 83.2 km/h'],
  ['fill', 97, 100, '限值 97 %，最高 100 %'],
  ['ammonia', 5, 7.5, '限值 5 ppm，最高 7.5 ppm'],
  ['battery', 20, 12, '限值 20 %，最低 12 %'],
  ['peopleIn', 200, 231, '限值 200 人次/小时，最高 231 人次/小时'],
] as const)('a limit of %s is told in its unit', async (measure, limit, peak, told) => {
  render(<ViolationFacts violation={{ ...violation, measure, limit, peak }} since={0} />)
  await screen.findByText(told)
})

test('a limit that is a span of time is told by the duration', async () => {
  render(<ViolationFacts violation={{ ...violation, limit: 600 }} since={0} />)
  await screen.findByText('报警事件')
  expect(screen.queryByText(/限值/)).toBeNull()
})

test('an alarm that the terminal raised itself is named with its level, time and duration', async () => {
  const alarm = { id: 2, violationEvent: '终端超速报警', severity: 'warning' as const, createTime: '2026-03-02 08:00:12' }
  render(
    <ViolationFacts
      violation={{ ...violation, alarms: [{ ...alarm, endTime: '2026-03-02 08:01:17', duration: 65 }] }}
      since={0}
    />,
  )
  const label = await screen.findByText('终端报警')
  expect(label.nextElementSibling?.textContent).toMatch(/预警 终端超速报警 · 2026-03-02 08:00:12 · 1分5秒$/)
})
