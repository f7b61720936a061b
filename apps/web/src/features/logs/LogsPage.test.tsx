// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { patience, press, rowsOf, screenTest, slow } from '../../test/screen.tsx'
import { LogsPage } from './LogsPage.tsx'
import { LogsSearch } from './log-search.ts'

const { kit, open, said } = screenTest(['logs', 'sms'])
const texts = async () => (await rowsOf('短信')).map((row) => row.textContent)

test('a text message that failed says why; it is not sent again where no service is set up, which is said', slow, async () => {
  await kit.server.db.owner.query(`
    insert into sms_message (tenant_id, rule_id, user_id, violation_id, mobile, text, asked_time, failures, error, sent_time)
    values (1, 1, ${kit.person.userId}, 1, '13800000001', '川A00001 超速行驶', now() - interval '1 hour', 5, '余额不足', null),
      (1, 1, ${kit.person.userId}, 2, '13800000001', '川A00002 离岗', now(), 0, '', now())`)
  open(LogsPage, LogsSearch, { tab: 'texts' })
  await screen.findByText('余额不足', {}, patience)
  expect(await texts()).toEqual([
    expect.stringMatching(/138\*\*\*\*0001川A00002 离岗.*已发送/),
    expect.stringMatching(/138\*\*\*\*0001川A00001 超速行驶.*发送失败.*余额不足.*重新发送/),
  ])
  await press('重新发送')
  await said('没有配置短信服务，不能发送短信')
})

test('the tabs of the log lead to one another', slow, async () => {
  open(LogsPage, LogsSearch)
  await screen.findByRole('region', { name: '操作日志' }, patience)
  await userEvent.click(within(screen.getByRole('radiogroup')).getByText('短信'))
  await screen.findByText('川A00002 离岗', {}, patience)
})
