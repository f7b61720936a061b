import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { sealingWith } from '../../lib/sealing.ts'
import { startTestServer } from '../../test-kit.ts'
import { ensureSecret } from '../files/queries.ts'
import { files } from '../files/table.ts'
import { sealUnitPasswords } from './queries.ts'
import { units } from './table.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Awaited<ReturnType<typeof server.login>>
let viewer: Awaited<ReturnType<typeof server.login>>
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.login('admin')
  viewer = await server.login('viewer')
  const base = { bucketName: 'huanwei', original: 'x', fileSize: 1, createUser: 'admin' }
  await server.db.system((tx) =>
    tx.insert(files).values([
      { ...base, tenantId: 1, fileName: 'own.png', type: 'png' },
      { ...base, tenantId: 1, fileName: 'own.pdf', type: 'pdf' },
      { ...base, tenantId: 2, fileName: 'foreign.png', type: 'png' },
    ]),
  )
})
afterAll(() => server.close())
beforeEach(() => server.db.system((tx) => tx.delete(units)))

const add = (form: object) => admin.call('POST', '/admin/unitInfo/addUnitInfo', form)
const change = (form: object) => admin.call('POST', '/admin/unitInfo/modifyUnitInfo', form)
const get = (who = viewer) => who.call('POST', '/admin/unitInfo/getUnitInfoById', {})

test('nothing is set at first; there is one per tenant', async () => {
  expect((await get()).data).toBeNull()
  expect((await change({ systemName: 'x' })).status).toBe(404)
  expect((await add({ systemName: '某市环卫', logo: 'own.png' })).data).toMatchObject({
    id: 1,
    systemName: '某市环卫',
    shortName: '',
    logo: 'own.png',
  })
  expect((await add({ systemName: 'y' })).status).toBe(409)
  expect((await get()).data.systemName).toBe('某市环卫')
  expect((await get(await server.login('admin', 2))).data).toBeNull()
  expect((await viewer.call('POST', '/admin/unitInfo/getUnitInfoById', { id: 2 })).status).toBe(404)
})

test('passwords are stored and never returned', async () => {
  await add({ account: 'a', password: 'geheim', intercomPassword: 'geheim' })
  const { data } = await get(admin)
  expect(data).toMatchObject({ account: 'a', hasPassword: true, hasIntercomPassword: true })
  expect(JSON.stringify(data)).not.toContain('geheim')
  await change({ account: 'b', intercomPassword: '' })
  const [stored] = await server.db.system((tx) => tx.select().from(units))
  expect(stored).toMatchObject({ account: 'b', intercomPassword: '' })
  const sealing = sealingWith(await server.db.system((tx) => ensureSecret(tx, 'sealing')))
  expect(stored!.password).not.toContain('geheim')
  expect(sealing.open(stored!.password, 'outside servers of tenant 1')).toBe('geheim')
})

test('passwords that an earlier version stored as they were are sealed at the start', async () => {
  await server.db.system((tx) => tx.insert(units).values({ tenantId: 1, password: 'old', intercomPassword: '' }))
  const sealing = sealingWith(await server.db.system((tx) => ensureSecret(tx, 'sealing')))
  for (let start = 0; start < 2; start++) await server.db.system((tx) => sealUnitPasswords(tx, sealing))
  const [stored] = await server.db.system((tx) => tx.select().from(units))
  expect([sealing.open(stored!.password, 'outside servers of tenant 1'), stored!.intercomPassword]).toEqual(['old', ''])
})

test('one of two simultaneous changes wins and the other is refused', async () => {
  const { updateTime } = (await add({})).data
  await server.db.system((tx) => tx.update(units).set({ updateTime: '2026-01-01 00:00:00' }))
  expect(await change({ systemName: 'late', updateTime })).toMatchObject({
    status: 409,
    msg: expect.stringContaining('已于 2026-01-01 00:00:00 修改'),
  })
  expect((await change({ systemName: 'fine', updateTime: '2026-01-01 00:00:00' })).status).toBe(200)
})

test.each([
  { frameOrigins: ['ftp://example.cn'] },
  { frameOrigins: ['javascript:alert(1)'] },
  { frameOrigins: ["https://example.cn; script-src 'unsafe-inline'"] },
  { frameOrigins: ['*'] },
  { frameOrigins: ['https://x;sandbox'] },
  { frameOrigins: ['https://*.example'] },
  { gpsUrl: 'https://x;sandbox/' },
  { gpsUrl: 'ftp://example.cn' },
  { evaluationUrl: 'file:///etc/passwd' },
  { logo: 'own.pdf' },
  { logo: 'foreign.png' },
  { ico: 'missing.png' },
  { systemName: 'x'.repeat(51) },
])('refuses %o', async (form) => {
  expect((await add(form)).status).toBe(400)
})

test('external addresses are stored as origins and returned to logged-in users', async () => {
  await add({ frameOrigins: ['https://GPS.example/path', 'http://localhost:9000'], gpsUrl: 'https://gps.example/map' })
  expect((await viewer.call('GET', '/admin/unitInfo/links')).data).toEqual({
    frameOrigins: ['https://gps.example', 'http://localhost:9000'],
    gpsUrl: 'https://gps.example/map',
    evaluationUrl: '',
    feixiangUrl: '',
  })
})

test('an invalid origin stored by an earlier version gets into no header', async () => {
  await server.db.system((tx) =>
    tx.insert(units).values({ tenantId: 1, frameOrigins: ['https://x;sandbox', 'https://gps.example'] }),
  )
  await vi.waitFor(async () => {
    const { headers } = await server.app.inject({ url: '/wel/index', headers: { accept: 'text/html' } })
    expect(headers['content-security-policy']).toContain("frame-src 'self' https://gps.example;")
    expect(headers['content-security-policy']).not.toContain('sandbox')
  })
})

test('a picture is put up and taken down', async () => {
  const bind = (kind: string, fileName: string) => admin.call('POST', '/admin/unitInfo/bindUnitInfo', { kind, fileName })
  const site = async () => (await server.app.inject({ url: '/open/site', headers: { host: 'localhost' } })).json().data
  expect((await bind('logo', 'own.png')).data).toBe(true)
  expect((await bind('ico', 'own.png')).data).toBe(true)
  expect(await site()).toMatchObject({
    logoUrl: expect.stringContaining('own.png?'),
    icoUrl: expect.stringContaining('own.png?'),
  })
  await bind('logo', '')
  expect((await site()).logoUrl).toBeNull()
  expect((await bind('logo', 'foreign.png')).status).toBe(400)
})

test('only pictures, and not larger than 5 MB', async () => {
  const send = async (content: Buffer) => {
    const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="x.png"\r\n\r\n'
    const reply = await server.app.inject({
      method: 'POST',
      url: '/admin/unitInfo/upload',
      headers: { authorization: `Bearer ${admin.token.access_token}`, 'content-type': 'multipart/form-data; boundary=b' },
      payload: Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--b--\r\n')]),
    })
    return { status: reply.statusCode, ...reply.json() }
  }
  const gif = Buffer.from('GIF89a............')
  const { data } = await send(gif)
  expect((await server.app.inject(data.url)).rawPayload.equals(gif)).toBe(true)
  expect((await send(Buffer.from('%PDF-1.7'))).status).toBe(415)
  expect((await send(Buffer.concat([gif, Buffer.alloc(5 * 1024 * 1024)]))).msg).toBe('文件不能超过 5 MB')
  await server.db.owner.query(`insert into sys_file (tenant_id, bucket_name, file_name, original, type, file_size, create_user)
    select 1, 'files', 'unused' || i || '.png', '', 'png', 1, 'admin' from generate_series(1, 500) i`)
  expect((await send(gif)).status).toBe(429)
  await server.db.owner.query("delete from sys_file where file_name like 'unused%'")
})

test('without the permission to change the unit, uploads for it are refused too', async () => {
  for (const call of ['addUnitInfo', 'modifyUnitInfo', 'bindUnitInfo', 'upload'])
    expect((await viewer.call('POST', `/admin/unitInfo/${call}`, {})).status).toBe(403)
})

test('who sees a part of the organisation does not change what holds for all of it', async () => {
  await server.db.owner.query(`insert into sys_role_menu (tenant_id, role_id, menu_id)
    select 1, role_id, menu_id from sys_role join sys_menu using (tenant_id)
    where tenant_id = 1 and role_code = 'ROLE_HANDLER' and permission ~ '^sys_(unit_edit|social_details_)'`)
  const { call } = await server.login('handler')
  const provider = { type: 'OIDC', remark: '登录', appId: 'a', appSecret: 'b', issuer: 'https://id.example' }
  const { data } = await admin.call('POST', '/admin/social', provider)
  for (const reply of [
    await call('POST', '/admin/unitInfo/addUnitInfo', { systemName: '甲' }),
    await call('POST', '/admin/unitInfo/modifyUnitInfo', { systemName: '甲' }),
    await call('POST', '/admin/unitInfo/bindUnitInfo', { kind: 'logo', fileName: 'own.png' }),
    await call('POST', '/admin/unitInfo/upload', {}),
    await call('POST', '/admin/social', { ...provider, type: 'OTHER' }),
    await call('PUT', '/admin/social', { ...provider, id: data.id }),
    await call('DELETE', `/admin/social/${data.id}`),
  ])
    expect(reply).toMatchObject({ status: 403, msg: '这里的修改对整个单位生效，数据权限为全部的人员才能修改' })
})
