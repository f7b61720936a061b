import { MessageId } from '@huanwei/terminal/messages/ids'
import { expect, test } from 'vitest'
import { mediaKit } from './media.test-kit.ts'

const { ask, watch, openCamera, query, lock, logOut, terminal, vehicleId } = mediaKit()

const rightOf = `r.tenant_id = 1 and m.tenant_id = 1 and r.role_code = 'ROLE_HANDLER' and m.permission = 'video_view'`
const give = `insert into sys_role_menu (tenant_id, role_id, menu_id) select 1, r.role_id, m.menu_id from sys_role r, sys_menu m where ${rightOf}`
const take = `delete from sys_role_menu rm using sys_role r, sys_menu m where rm.role_id = r.role_id and rm.menu_id = m.menu_id and ${rightOf}`
const moveTo = (department: string) =>
  query(
    `update vehicle set dept_id = (select dept_id from sys_dept where tenant_id = 1 and name = '${department}') where id = $1`,
    [vehicleId()],
  )

type Headers = Record<string, string>
test.each([
  ['session', async (headers: Headers) => logOut(headers)],
  ['unlocked screen', async (headers: Headers) => lock(headers)],
  ['permission', async () => query(take)],
  ['scope', async () => moveTo('二部')],
])(
  'a picture ends with the %s of its viewer, while that of another goes on',
  async (_, lose) => {
    await query(take)
    await query(give)
    await moveTo('一部')
    await expect.poll(async () => (await ask('handler')).status, { timeout: 20_000 }).toBe(200)
    const { data, headers } = await ask('handler')
    const [viewer, other] = [watch(data.url), watch((await ask('admin')).data.url)]
    const camera = await openCamera()
    camera.send(true)
    for (const one of [viewer, other]) await expect.poll(() => one.pictures.includes('key')).toBe(true)
    await lose(headers)
    expect(await viewer.closed).toBe(4403)
    expect(viewer.statuses.at(-1)).toEqual({ state: 'ended', reason: 'rights' })
    const before = other.pictures.length
    camera.send(false)
    await expect.poll(() => other.pictures.length).toBeGreaterThan(before)
    other.socket.close()
    await terminal().next((one) => one.message.id === MessageId.controlVideo)
  },
  60_000,
)
