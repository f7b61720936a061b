import { deptOf, everything, type Ids, january, type ListCase, moves, numbered, time } from './lists.test-kit.ts'

/** Lists of accounts and of what people did, by the path of their call. */
export const peopleLists = (ids: Ids): Record<string, ListCase> => ({
  '/admin/user/page': users(ids),
  '/admin/role/page': roles(),
  '/admin/social/page': providers(),
  '/admin/token/page': logIns(ids),
  '/admin/log/page': logs(ids),
  '/admin/loginLog/page': loginLogs(ids),
  '/admin/sys-file/page': files(ids),
  '/admin/dict/page': dictionaries(ids),
  '/admin/dict/item/page': items(ids),
})

const users = (ids: Ids): ListCase => ({
  from: 'sys_user where tenant_id = 1',
  key: ['userId', 'user_id'],
  order: 'create_time desc, user_id desc',
  inScope: `dept_id = ${ids.first}`,
  filters: [
    everything,
    ['lockFlag=9', `lock_flag = '9'`],
    ['username=77', `username like '%77%'`],
    ['phone=77', `phone like '%77%'`],
    ['text=gr7', `initials like '%gr7%'`],
    [`deptId=${ids.second}`, `dept_id = ${ids.second}`],
    [`roleId=${ids.role}`, `user_id in (select user_id from sys_user_role where role_id = ${ids.role})`],
  ],
  add: (from, to) => `
    with added as (
      insert into sys_user (tenant_id, username, initials, phone, password, dept_id, lock_flag, create_time)
      select 1, 'p' || i, 'gr' || i, (13000000000 + i)::text, '', ${deptOf(ids)}, case i % 4 when 0 then '9' else '0' end, ${time} from ${numbered(from, to)} returning user_id)
    insert into sys_user_role select 1, user_id, ${ids.role} from added where user_id % 5 = 0`,
  changes: [
    ...moves(ids, 'sys_user', 'user_id').map((move) => `${move} and ${isAdded}`),
    `update sys_user set phone = phone || '7', initials = 'gr7' where ${isAdded} and user_id % 101 = $n and length(phone) < 15`,
    `update sys_user set lock_flag = '9' where ${isAdded} and user_id % 101 = $n`,
    `delete from sys_user_role where role_id = ${ids.role} and user_id % 53 = $n`,
    `delete from sys_user where ${isAdded} and user_id % 503 = $n`,
  ],
})

const roles = (): ListCase => ({
  from: 'sys_role where tenant_id = 1',
  key: ['roleId', 'role_id'],
  order: 'role_id',
  inScope: 'true',
  filters: [everything, ['roleName=77', `role_name like '%77%'`], ['roleCode=_7', `role_code like '%\\_7%'`]],
  add: (from, to) =>
    `insert into sys_role (tenant_id, role_name, role_code) select 1, '角色' || i, 'ROLE_' || i from ${numbered(from, to)}`,
  changes: [
    `update sys_role set role_name = role_name || '77' where role_name ~ '^角色' and role_id % 97 = $n`,
    `delete from sys_role where role_name ~ '^角色' and role_id % 503 = $n`,
  ],
})

const providers = (): ListCase => ({
  from: 'sys_social_details where tenant_id = 1',
  key: ['id', 'id'],
  order: 'id desc',
  inScope: 'true',
  filters: [everything],
  add: (from, to) => `
    insert into sys_social_details (tenant_id, type, app_id, app_secret, issuer) select 1, 'T' || i, '', '', '' from ${numbered(from, to)}`,
  changes: ['delete from sys_social_details where id % 53 = $n'],
})

const logIns = (ids: Ids): ListCase => ({
  from: `sys_token t join sys_user u on u.tenant_id = t.tenant_id and u.user_id = t.user_id
    where t.tenant_id = 1 and ${isLogIn} and t.refresh_expires > now()`,
  key: ['id', 't.id'],
  order: 't.create_time desc, t.id desc',
  inScope: `u.dept_id = ${ids.first}`,
  filters: [everything, ['username=p7', `username like '%p7%'`], ['address=0.7', `address like '%0.7%'`]],
  add: (from, to) => `
    ${addTokens} select 1, u.user_id, 'pig', 'a' || i, 'r' || i, now(), now() + interval '1 day', 'f' || i / 2, ${time}, '10.0.0.' || i % 9, ''
    from ${numbered(from, to)} join sys_user u on u.tenant_id = 1 and u.username = 'p' || (1 + i % 999)`,
  changes: [
    `${addTokens} select 1, user_id, client_id, 'a' || gen_random_uuid(), 'r' || gen_random_uuid(), now(), refresh_expires, family, create_time, address, ''
      from sys_token t where family ~ '^f' and id % 97 = $n and ${isLogIn}`,
    `delete from sys_token t where family ~ '^f' and id % 53 = $n and ${isLogIn}`,
    `update sys_token set refresh_expires = now() where family ~ '^f' and id % 101 = $n`,
    `update sys_token set replaced_time = now() where family ~ '^f' and id % 11 = $n`,
    // A log-in is in the list of who sees its user.
    ...moves(ids, 'sys_user', 'user_id').map((move) => `${move} and ${isAdded}`),
    `update sys_user set username = 'p7' || username where ${isAdded} and user_id % 101 = $n and length(username) < 9`,
    `delete from sys_user where ${isAdded} and user_id % 503 = $n`,
  ],
})

const logs = (ids: Ids): ListCase => ({
  from: 'sys_log where tenant_id = 1',
  key: ['id', 'id'],
  order: 'create_time desc, id desc',
  inScope: byPerson('create_by', ids),
  filters: [
    everything,
    ['type=9', `type = '9'`],
    ['createBy=p77', `create_by like '%p77%'`],
    ['text=x77', `params like '%x77%'`],
    january('create_time'),
    [`type=0&${january('')[0]}`, `type = '0' and ${january('create_time')[1]}`],
  ],
  add: (from, to) => `
    insert into sys_log (tenant_id, create_time, type, title, service_id, create_by, remote_addr, user_agent, request_uri, method, params)
    select 1, ${time}, case i % 7 when 0 then '9' else '0' end, 'x', '', 'p' || i % 1000, '', '', '', '', 'x' || i from ${numbered(from, to)}`,
  changes: ['delete from sys_log where id % 503 = $n', changesPlaces(ids)],
})

const loginLogs = (ids: Ids): ListCase => ({
  from: 'sys_log_login where tenant_id = 1',
  key: ['id', 'id'],
  order: 'create_time desc, id desc',
  inScope: byPerson('username', ids),
  filters: [
    everything,
    ['username=p77', `username like '%p77%'`],
    ['status=0', 'status = 0'],
    ['operation=1', 'operation = 1'],
    january('create_time'),
  ],
  add: (from, to) => `
    insert into sys_log_login (tenant_id, create_time, operation, status, username, grant_type, remote_addr, user_agent)
    select 1, ${time}, i % 2, case i % 20 when 0 then 0 else 1 end, 'p' || i % 1000, 'password', '', '' from ${numbered(from, to)}`,
  changes: ['delete from sys_log_login where id % 503 = $n', changesPlaces(ids)],
})

const files = (ids: Ids): ListCase => ({
  from: 'sys_file where tenant_id = 1',
  key: ['id', 'id'],
  order: 'create_time desc, id desc',
  inScope: byPerson('create_user', ids),
  filters: [
    everything,
    ['original=77', `original like '%77%'`],
    ['fileName=a7', `file_name like '%a7%'`],
    ['type=png', `type = 'png'`],
    ['createUser=p77', `create_user like '%p77%'`],
    january('create_time'),
  ],
  add: (from, to) => `
    insert into sys_file (tenant_id, bucket_name, file_name, original, type, file_size, create_user, is_confirmed, create_time)
    select 1, 'files', md5(i::text) || '.jpg', '照片' || i, case i % 5 when 0 then 'png' else 'jpg' end, 1, 'p' || i % 1000, true, ${time}
    from ${numbered(from, to)}`,
  changes: [
    `update sys_file set original = original || '77' where id % 97 = $n`,
    'delete from sys_file where id % 503 = $n',
    changesPlaces(ids),
  ],
})

const dictionaries = (ids: Ids): ListCase => ({
  from: 'sys_dict where tenant_id = 1',
  key: ['id', 'id'],
  order: 'id',
  inScope: 'true',
  filters: [everything, ['type=_7', `type like '%\\_7%'`], ['system=1', `type in ('person_type', 'log_type', 'dict_type')`]],
  rows: 180,
  add: (from, to) =>
    `insert into sys_dict (tenant_id, type, description) select 1, 'own_' || i, '字典' from ${numbered(from, to)}`,
  changes: [`delete from sys_dict where type ~ '^own_' and id % 53 = $n and id <> ${ids.dictionary}`],
})

const items = (ids: Ids): ListCase => ({
  query: `dictId=${ids.dictionary}`,
  from: `sys_dict_item where tenant_id = 1 and dict_id = ${ids.dictionary}`,
  key: ['id', 'id'],
  order: 'sort, id',
  inScope: 'true',
  filters: [everything],
  rows: 180,
  add: (from, to) => `
    insert into sys_dict_item (tenant_id, dict_id, type, value, label, sort)
    select 1, ${ids.dictionary}, 'own', 'v' || i, '项', i % 7 from ${numbered(from, to)}`,
  changes: [
    `update sys_dict_item set sort = 3 where type = 'own' and id % 53 = $n`,
    `delete from sys_dict_item where type = 'own' and id % 53 = $n`,
  ],
})

/** True of users whom the case of users adds. */
const isAdded = `username ~ '^p[0-9]'`
const byPerson = (column: string, { first }: Ids) =>
  `${column} in (select username from sys_user where tenant_id = 1 and dept_id = ${first})`
/** Lists of what people did follow who is where. */
const changesPlaces = ({ first, second }: Ids) =>
  `update sys_user set dept_id = ${first} + ${second} - dept_id where ${isAdded} and user_id % 89 = $n`

const addTokens = `insert into sys_token
  (tenant_id, user_id, client_id, access_hash, refresh_hash, access_expires, refresh_expires, family, create_time, address, user_agent)`
/** True of the newest pair of a log-in. */
const isLogIn = `client_id <> 'open' and not exists (select from sys_token l where l.family = t.family and l.client_id <> 'open' and l.id > t.id)`
