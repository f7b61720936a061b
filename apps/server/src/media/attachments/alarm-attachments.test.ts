import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { AlarmFiles } from '@huanwei/fleet/attachments/alarm-files'
import type { RequestAttachments } from '@huanwei/terminal/messages/attachments'
import { MessageId, ReplyResult } from '@huanwei/terminal/messages/ids'
import { beforeAll, expect, test } from 'vitest'
import { fixAt, type Received } from '../../position/ingest/terminal.test-kit.ts'
import { mediaKit } from '../media.test-kit.ts'

const { call, query, terminal, vehicleId, get } = mediaKit()
const files = new AlarmFiles({ terminalNo: '13900000001', version2019: false }, '川A00001')
const start = Math.floor(Date.now() / 1000) * 1000 - 60_000

beforeAll(async () => {
  await query(
    `insert into monitoring_rule (tenant_id, id, name, object_type, condition, severity, hours, min_duration, cooldown, create_time, change_time)
     overriding system value values (1, 1, '接打电话', '1', '{"kind":"activeSafety","addition":101,"types":[2]}', 'alarm', '[]', 0, 0,
       now() - interval '1 day', now() - interval '1 day')`,
  )
  // The first violation shows that the rule is in force.
  let seconds = -600
  do await report(seconds++)
  while (!(await query('select from violation_event')).rowCount)
  await report(seconds, 0)
})

/** Reports the alarm of a driver on the phone, or of something else, so many seconds after the start. */
async function report(seconds: number, type = 2) {
  const fix = fixAt(start + seconds * 1000)
  const alarm = { ...files.raise(fix), type } as ReturnType<typeof files.raise>
  const additions = { ...fix.additions, activeSafety: [alarm] }
  expect(await terminal().ask({ id: MessageId.location, location: { ...fix, additions } })).toBe(ReplyResult.ok)
  return alarm.mark
}

/** Reports the alarm anew until its files are asked for: that the vehicle was moved is noticed a moment after the move. */
async function reportAsked(seconds: number) {
  const isAsked = async (mark: string) => (await query('select from alarm_upload where mark = $1', [mark])).rowCount === 1
  for (let at = seconds; ; at += 2) {
    await report(at, 0)
    const mark = await report(at + 1)
    for (let look = 0; look < 20; look++) {
      if (await isAsked(mark)) return mark
      await pause(50)
    }
  }
}

/** Says yes to the request for the files of this alarm; the request. */
async function requestFor(mark: string) {
  const isIt = ({ message }: Received) => message.id === MessageId.requestAttachments && message.mark === mark
  const { header, message } = await terminal().next(isIt)
  terminal().send({
    id: MessageId.terminalReply,
    replySerial: header.serial,
    replyId: header.messageId,
    result: ReplyResult.ok,
  })
  return message as RequestAttachments
}

const evidenceOf = async (mark: string, username = 'viewer') => {
  const { rows } = await query(
    `select v.id from violation_event v join alarm_upload u on u.tenant_id = v.tenant_id and u.device_id = v.device_id and u.time = v.create_time
     where u.mark = $1`,
    [mark],
  )
  const asked = { violationEventId: Number(rows[0].id), vehicleId: undefined, channel: undefined }
  return (await call(username, 'GET', '/admin/violationEvent/evidence', asked)).data
}

test('the files of an alarm come to its violation, for who sees the vehicle', async () => {
  const mark = await report(0)
  const request = await requestFor(mark)
  expect(request).toMatchObject({ host: '127.0.0.1', alarmNumber: expect.stringMatching(/^[0-9a-f]{32}$/) })
  expect(await evidenceOf(mark)).toMatchObject({ attachments: [], awaited: 2 })
  await files.send(request)
  const { attachments, awaited } = await evidenceOf(mark)
  expect([attachments, awaited]).toMatchObject([
    [
      { kind: 'picture', channel: 65, original: expect.stringMatching(/^00_65_6502_0_\d+\.jpg$/) },
      { kind: 'video', channel: 65 },
    ],
    0,
  ])
  const { headers } = await call('viewer', 'GET', '/admin/video/file/page')
  for (const { fileName, sha256 } of attachments) {
    const file = await get(`/admin/sys-file/huanwei/${fileName}`, headers)
    expect(createHash('sha256').update(file.rawPayload).digest('hex')).toBe(sha256)
  }
  const outside = `update vehicle set dept_id = (select dept_id from sys_dept where tenant_id = 1 and name = $2) where id = $1`
  await query(outside, [vehicleId(), '二部'])
  expect((await get(`/admin/sys-file/huanwei/${attachments[0].fileName}`, headers)).statusCode).toBe(404)
  await query(outside, [vehicleId(), '一部'])
  // The next tests find it where it was.
  await expect.poll(() => evidenceOf(mark), { timeout: 20_000 }).not.toBeNull()
  expect((await query('select state from alarm_upload where mark = $1', [mark])).rows).toEqual([{ state: 'done' }])
})

test('a radio that drops within a file and pieces that get lost cost nothing: each file comes once and whole', async () => {
  const mark = await reportAsked(10)
  const request = await requestFor(mark)
  files.misbehave('cut')
  await files.send(request)
  expect(await evidenceOf(mark)).toMatchObject({ attachments: [{ kind: 'picture' }], awaited: 1 })
  files.misbehave('gaps')
  await files.send(request)
  files.misbehave(undefined)
  await files.send(request)
  expect(await evidenceOf(mark)).toMatchObject({ attachments: [{ kind: 'picture' }, { kind: 'video' }], awaited: 0 })
})

test('a wrong length and files that nobody asked for are not taken; alarms that no rule is about are not asked for', async () => {
  const other = await report(30, 3)
  const mark = await reportAsked(40)
  const request = await requestFor(mark)
  for (const fault of ['wrongLength', 'unasked', 'silent'] as const) {
    files.misbehave(fault)
    await files.send(request)
    expect(await evidenceOf(mark)).toMatchObject({ attachments: [], awaited: 2 })
  }
  expect((await query('select from alarm_upload where mark = $1', [other])).rowCount).toBe(0)
})
