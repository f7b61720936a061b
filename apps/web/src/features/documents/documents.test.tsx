// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { patience, press, screenTest, slow } from '../../test/screen.tsx'
import { VehiclesPage } from '../vehicles/VehiclesPage.tsx'
import { VehiclesSearch } from '../vehicles/vehicle-search.ts'

const { kit, open } = screenTest(['documents', 'vehicles', 'assets', 'imports', 'terminals', 'dictionaries', 'files'])

test('the documents of a vehicle stand in its drawer, with what is missing said under the field', slow, async () => {
  const { rows } = await kit.server.db.owner.query(`select dept_id from sys_dept where tenant_id = 1 and name = '一部'`)
  const vehicle = { plateNumber: '川D00001', deptId: rows[0].dept_id, vehicleType: '1' }
  const { id } = (await kit.person.call('POST', '/admin/vehicle', vehicle)).data
  await kit.server.db.owner.query(
    `insert into asset_document (tenant_id, object_type, object_id, kind, name, files, expires)
     values (1, '1', $1, '2', '商业险', '{}', current_date - 1)`,
    [id],
  )
  open(VehiclesPage, VehiclesSearch, { open: String(id) })
  const list = await screen.findByRole('list', { name: '照片和证件' }, patience)
  expect(within(list).getByRole('listitem').textContent).toMatch(/^商业险 保险 \d{4}-\d\d-\d\d 到期\s+已过期$/)
  await press('添加文件')
  await userEvent.type(await screen.findByRole('textbox', { name: '文件名称' }, patience), '行驶证')
  const form = screen.getAllByRole('dialog').at(-1)!
  await press('确定', form)
  await within(form).findByText('请选择照片或文件', {}, patience)
  await within(form).findByText('请选择文件类别', {}, patience)
})
