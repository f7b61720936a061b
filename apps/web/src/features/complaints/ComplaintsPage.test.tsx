// @vitest-environment jsdom
import { citizenPaths } from '@huanwei/contract/complaints/codes'
import { departments } from '@huanwei/server/features/departments/table'
import { facilities } from '@huanwei/server/features/facilities/table'
import { addPhoto, photo } from '@huanwei/server/features/inspections/inspection.test-kit'
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { dialog, enter, press, screenTest } from '../../test/screen.tsx'
import { InspectionsPage } from '../inspections/InspectionsPage.tsx'
import { InspectionsSearch } from '../inspections/inspection-search.ts'
import { ComplaintsPage } from './ComplaintsPage.tsx'
import { ComplaintsSearch } from './complaint-search.ts'

const { kit, open, beginAs, said } = screenTest(['complaints', 'files', 'map', 'cleaning', 'inspections'], 'handler')
const slow = 60_000
const patience = { timeout: 60_000 }
const code = 'TOILETTOILET2345'

beforeAll(async () => {
  await kit.server.db.system(async (tx) => {
    const [dept] = await tx.select().from(departments).where(eq(departments.name, '一部'))
    await tx.insert(facilities).values({
      tenantId: 1,
      deptId: dept!.id,
      name: '建设路公厕',
      code,
      initials: 'jslgc',
      facilityType: '1',
      lng: 104.1,
      lat: 30.6,
    })
  })
  for (const [eventType, content, place] of [
    [0, '地面积水', {}],
    [1, '很干净', { lng: 104.1, lat: 30.7 }],
  ] as const)
    await kit.server.app.inject({
      method: 'POST',
      url: citizenPaths.report,
      payload: { facilityCode: code, eventType, content, ...place, reportPerson: '张三丰', contactInformation: '13812345678' },
    })
})

test(
  'a public event shows who said what, masked, and takes a reply only with words',
  async () => {
    open(ComplaintsPage, ComplaintsSearch, { eventType: '0' })
    const row = await screen.findByRole('row', { name: /地面积水/ }, patience)
    // The columns of the specification in its order, then the others.
    expect(row.textContent).toMatch(
      /^1张\*\*138\*\*\*\*5678\s?投诉建设路公厕\d\d-\d\d \d\d:\d\d\s?待处理\d\d-\d\d \d\d:\d\d建设路公厕地面积水处理$/,
    )
    expect(screen.queryByRole('row', { name: /很干净/ })).toBeNull()
    await userEvent.click(within(row).getByRole('button', { name: '处理' }))
    // By its words: in tests the component library gives every element the same id, so no label finds its dialog.
    const drawer = (await screen.findByText('公众事件详情', undefined, patience)).closest<HTMLElement>('[role=dialog]')!
    await within(drawer).findByText('市民上报', undefined, patience)
    // A user who handles events may not see their owners unless the role says so.
    expect(within(drawer).queryByRole('button', { name: '查看完整信息' })).toBeNull()
    await press('确定', drawer)
    await within(drawer).findByText('请输入回复内容')
    const words = within(drawer).getByLabelText<HTMLTextAreaElement>('回复内容')
    await enter(words, '已清理。')
    await press('已处理完毕，感谢您的反映。', drawer)
    expect(words.value).toBe('已清理。已处理完毕，感谢您的反映。')
    await press('确定', drawer)
    await said('操作成功!')
    await screen.findByText('没有符合条件的公众事件', undefined, patience)
  },
  slow,
)

test(
  'a report from far away says so in list and details',
  async () => {
    open(ComplaintsPage, ComplaintsSearch, { eventType: '1' })
    const row = await screen.findByRole('row', { name: /很干净/ }, patience)
    within(row).getByText('手机定位距设施 11.12 km')
    await userEvent.click(within(row).getByRole('button', { name: '处理' }))
    const drawer = (await screen.findByText('公众事件详情', undefined, patience)).closest<HTMLElement>('[role=dialog]')!
    await within(drawer).findByText('核实提示', undefined, patience)
  },
  slow,
)

test(
  'work is dispatched from a public event, whose drawer then shows it; its result goes into the reply',
  async () => {
    await beginAs('admin')
    open(ComplaintsPage, ComplaintsSearch, { eventType: '1' })
    await press('处理', await screen.findByRole('row', { name: /很干净/ }, patience))
    await press('立即派单')
    const form = await dialog('提交上报')
    expect((await within(form).findByRole<HTMLTextAreaElement>('textbox', { name: '内容' }, patience)).value).toBe('很干净')
    await press('提交上报', form)
    // The new report opens for its assignment.
    await press('返回', await dialog('报洁详情'))
    const work = await screen.findByRole('list', { name: '处理派单' }, patience)
    await within(work).findByText('待派单', {}, patience)
    expect(screen.queryByRole('button', { name: '立即派单' })).toBeNull()
    const { rows } = await kit.server.db.owner.query(
      'select f.name, r.id, r.content, r.cause_kind from wc_report_to_clean r join facility f on f.id = r.facility_id',
    )
    expect(rows).toEqual([{ id: rows[0].id, name: '建设路公厕', content: '很干净', cause_kind: 'publicEvent' }])

    const admin = await kit.server.login('admin')
    await addPhoto(kit.server.db)
    const act = (name: string, more: object) => admin.call('POST', `/admin/wcReportToClean/${name}`, { id: rows[0].id, ...more })
    await act('assignTask', { assigneeId: admin.userId })
    await act('processingTask', { processRemark: '已复查', processImg: photo, beforeImg: photo })
    cleanup()
    open(ComplaintsPage, ComplaintsSearch, { eventType: '1' })
    await press('处理', await screen.findByRole('row', { name: /很干净/ }, patience))
    await press('引用处理结果')
    expect(screen.getByLabelText<HTMLTextAreaElement>('回复内容').value).toBe('已复查')
    for (const name of ['处理前', '处理后']) screen.getByRole('region', { name })
  },
  slow,
)

test(
  'an inspection is made of a public event, with its place and words',
  async () => {
    await beginAs('admin')
    open(ComplaintsPage, ComplaintsSearch, { eventType: '1' })
    await press('处理', await screen.findByRole('row', { name: /很干净/ }, patience))
    const ways = await screen.findByRole('navigation', { name: '转办' }, patience)
    const link = within(ways).getByRole<HTMLAnchorElement>('link', { name: '转巡查' })
    const toInspection = Object.fromEntries(new URL(link.href).searchParams)
    cleanup()

    open(InspectionsPage, InspectionsSearch, toInspection)
    const inspection = await dialog('上报事件')
    expect((await within(inspection).findByRole<HTMLTextAreaElement>('textbox', { name: '事件内容' }, patience)).value).toBe(
      '很干净',
    )
  },
  slow,
)

test(
  'public events that wait and answered ones stand under one tab',
  async () => {
    const { rows } = await kit.server.db.owner.query(`select id from wc_complaint where content = '很干净'`)
    await kit.server.db.owner.query(`update wc_complaint set status = 2 where id = $1`, [rows[0].id])
    open(ComplaintsPage, ComplaintsSearch, { status: 'all', whose: 'all' })
    await screen.findByRole('row', { name: /地面积水/ }, patience)
    await screen.findByRole('row', { name: /已处理.*很干净/ }, patience)
    screen.getByRole('radio', { name: '全部', checked: true })
  },
  slow,
)
