// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { dialog, patience, press, rowsOf, screenTest, slow } from '../../test/screen.tsx'
import { PersonnelPage } from './PersonnelPage.tsx'
import { PersonnelSearch } from './personnel-search.ts'

const { kit, open } = screenTest(['personnel', 'assets', 'users', 'live', 'terminals', 'shell'])

test('who wears a badge that is heard of is found; the person opens with badge, shift and ways', slow, async () => {
  const run = kit.server.db.owner.query.bind(kit.server.db.owner)
  const { data: person } = await kit.person.call('GET', '/admin/user/getInfoUser/viewer')
  await run(
    `insert into device (tenant_id, terminal_no, object_type, object_id, last_seen) values (1, '13911110000', '0', $1, now())`,
    [person.userId],
  )
  const shift = { name: '早班', start: '06:00', end: '14:00', weekdays: [1, 2, 3, 4, 5] }
  const { data: added } = await kit.person.call('POST', '/admin/shift', shift)
  const condition = { kind: 'offline', after: 600 }
  const rule = { name: '离线', condition, objectIds: [person.userId], shiftIds: [added.id], enabled: true }
  await kit.person.call('POST', '/admin/sysusermonitoringrule', rule)

  open(PersonnelPage, PersonnelSearch, { online: 'true' })
  const rows = await rowsOf('人员列表')
  expect(rows.map((row) => row.textContent)).toEqual([expect.stringMatching(/viewer.*一部.*13911110000\s*在线详情$/)])
  // They are entered, imported and changed together as users.
  expect(screen.getByRole('link', { name: '用户管理' }).getAttribute('href')).toBe('/system/user/index')
  await press('详情')
  const drawer = await dialog('viewer')
  await within(drawer).findByText('早班 06:00–14:00', {}, patience)
  const ways = await screen.findByRole('navigation', { name: '相关页面' }, patience)
  expect(within(ways).getAllByRole('link').at(-1)?.getAttribute('href')).toBe(`/rule/personnel/index?objectId=${person.userId}`)
  expect(within(ways).getByRole('link', { name: '作业任务' }).getAttribute('href')).toBe(`/work/index?userId=${person.userId}`)
  const account = within(drawer).getByRole('link', { name: '修改账号' })
  expect(account.getAttribute('href')).toBe(`/system/user/index?open=${person.userId}`)
})
