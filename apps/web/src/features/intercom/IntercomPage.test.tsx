// @vitest-environment jsdom
import { MsgType, PushStatus, ReminderTask } from '@huanwei/contract/messages/codes'
import { listReminderPushes } from '@huanwei/contract/messages/endpoints'
import { remindOfMissed } from '@huanwei/server/features/intercom/jobs'
import { endSpeech, insertSpeech } from '@huanwei/server/features/intercom/queries'
import { addVehicle } from '@huanwei/server/test-kit'
import { screen, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { call } from '../../lib/api.ts'
import { readReminder } from '../../shell/messages/reminders.ts'
import { dialog, enter, patience, press, screenTest, slow } from '../../test/screen.tsx'
import { IntercomPage, IntercomSearch } from './IntercomPage.tsx'
import { change, turnedOff } from './intercom.ts'

const { kit, notices, open } = screenTest(['intercom', 'list'])
let missedIn: number

beforeAll(async () => {
  const { db } = kit.server
  const handler = await kit.server.login('handler')
  const { data } = await kit.person.call('GET', '/admin/dept/tree')
  for (const name of ['一组', '二组'])
    missedIn = (await kit.person.call('POST', '/admin/intercom/group', { kind: 'department', name, deptId: data[0].id })).data.id
  await db.system(async (tx) => {
    const id = await insertSpeech(tx, { tenantId: 1, groupId: missedIn, userId: handler.userId })
    await endSpeech(tx, { tenantId: 1, id, samples: 8000, sha256: '', endReason: 'released' })
  })
  await remindOfMissed({ db, isInside: () => false })
})

const chosen = (name: string) => screen.findByRole('button', { name: new RegExp(name), pressed: true }, patience)

test('the reminder of what was missed leads to its group, and is done once it is read', slow, async () => {
  const asked = { msgType: MsgType.reminder, pushObjectId: kit.person.userId, task: ReminderTask.missedSpeech } as const
  const { records } = await call(listReminderPushes, asked)
  expect(records).toMatchObject([{ id: missedIn, msgDescribe: '二组 (1)', status: PushStatus.pending }])
  const address = await readReminder(records[0]!)
  expect(address).toBe(`/monitor/intercom/index?open=${missedIn}`)
  expect((await call(listReminderPushes, asked)).records[0]!.status).toBe(PushStatus.handled)

  open(IntercomPage, IntercomSearch, { open: String(missedIn) })
  within(await chosen('二组')).getByText('1 条未听')
  await press(/一组/)
  await chosen('一组')
})

test('a text goes to the vehicles of a group, and those that did not get it are named', slow, async () => {
  const { vehicleId } = await addVehicle(kit.server.db)
  const { data } = await kit.person.call('GET', '/admin/dept/tree')
  const group = { kind: 'fixed', name: '除雪', deptId: data[0].id, vehicleIds: [vehicleId], isBroadcast: true }
  const { id } = (await kit.person.call('POST', '/admin/intercom/group', group)).data
  const vehicle = { vehicleId, name: '川A00001', state: 'idle' as const }
  change({ power: 'open', groups: [{ id, present: [], presentCount: 0, vehicles: [vehicle], speaking: null }] })
  open(IntercomPage, IntercomSearch, { open: String(id) })
  within(await screen.findByRole('listitem', { name: '川A00001' }, patience)).getByText('待接通')
  screen.getByText('车辆只听')
  await press('文字')
  const form = await dialog('发送文字到“除雪”的车辆')
  await press('确定', form)
  await within(form).findByText('请填写文字', {}, patience)
  await enter(within(form).getByRole('textbox'), '注意结冰')
  await press('确定', form)
  await expect.poll(() => notices.mock.lastCall?.[0], patience).toMatchObject({ text: '1 辆车没有收到：川A00001' })
  turnedOff()
})
