import { builtInParameters } from '@huanwei/contract/parameters/codes'
import { everything, type ListCase, numbered, time } from './lists.test-kit.ts'

/** Short lists that are the same for everybody who may read them, by the path of their call. */
export const settingsLists = (): Record<string, ListCase> => ({
  '/admin/param/page': parameters,
  '/admin/tenant/page': tenants,
})

const builtIn = Object.keys(builtInParameters)
const isBuiltIn = `public_key = any('{${builtIn}}')`

const parameters: ListCase = {
  from: 'sys_public_param where tenant_id = 1',
  key: ['id', 'public_id'],
  order: `array_position('{${builtIn}}'::text[], public_key), create_time desc, public_key, public_id desc`,
  inScope: 'true',
  filters: [
    everything,
    ['publicKey=_7', `public_key like '%\\_7%'`],
    ['publicName=77', `public_name like '%77%'`],
    ['system=1', isBuiltIn],
    ['status=1', `status = '1'`],
  ],
  rows: 280,
  add: (from, to) => `
    insert into sys_public_param (tenant_id, public_name, public_key, public_value, kind, status, create_time)
    select 1, '参数' || i, 'own_' || i, 'x', 'text', case i % 5 when 0 then '1' else '0' end, ${time} from ${numbered(from, to)}`,
  changes: [
    `update sys_public_param set public_name = public_name || '77' where public_id % 11 = $n and not ${isBuiltIn}`,
    `delete from sys_public_param where public_id % 53 = $n and not ${isBuiltIn}`,
  ],
}

const tenants: ListCase = {
  from: 'sys_tenant where true',
  key: ['id', 'id'],
  order: 'id',
  inScope: 'true',
  filters: [
    everything,
    ['name=77', `(name like '%77%' or code like '%77%')`],
    ['name=t70.invalid', `'t70.invalid' = any(hosts)`],
    ['status=9', `status = '9'`],
  ],
  rows: 280,
  add: (from, to) => `
    insert into sys_tenant (id, name, code, hosts, type, title, short_name, status)
    select 100 + i, '公司' || i, 't' || i, array['t' || i || '.invalid'], 'sanitation', '', '', case i % 5 when 0 then '9' else '0' end
    from ${numbered(from, to)}`,
  changes: [
    `update sys_tenant set status = '9' where id % 11 = $n and id > 100`,
    'delete from sys_tenant where id % 53 = $n and id > 100',
  ],
}
