import { ObjectType } from '@huanwei/contract/objects'
import fc from 'fast-check'
import { type Change, changeTables } from '../db/changes.ts'
import type { startTestServer } from '../test-kit.ts'

/** Tables of the kinds of objects. */
const tables = {
  [ObjectType.person]: { table: 'sys_user', id: 'user_id', title: 'name', live: `username like 'p%'` },
  [ObjectType.vehicle]: { table: 'vehicle', id: 'id', title: 'plate_number', live: 'removed_time is null' },
  [ObjectType.facility]: { table: 'facility', id: 'id', title: 'name', live: 'removed_time is null' },
}
/** Further columns of a new object, and their values. */
const added = {
  [ObjectType.person]: ['username, password', `'p' || gen_random_uuid(), ''`],
  [ObjectType.vehicle]: ['plate_colour, initials, vehicle_type, vehicle_function', `2, '', '1', '1'`],
  [ObjectType.facility]: ['code, initials, facility_type, lng, lat', `gen_random_uuid(), '', '1', 104, 30.6`],
}

const objectType = fc.constantFrom(...Object.values(ObjectType))
const tenantId = fc.constantFrom(1, 1, 1, 2)
/** A row of a table, counted round and round. */
export const nth = fc.nat({ max: 5 })
// Texts whose order is another one by UTF-16, by language or without regard to case.
const title = fc
  .array(fc.constantFrom('a', 'A', 'b', 'é', '川', '京', '𠮷', '\uE000', '\uFFFD', '1'), { maxLength: 2 })
  .map((parts) => parts.join(''))
/** A change of objects, of what they belong to, of their terminals or of rules about them. */
export const act = fc.oneof(
  fc.record({ do: fc.constant('add' as const), objectType, tenantId, title, nth }),
  fc.record({ do: fc.constant('rename' as const), objectType, tenantId, title, nth }),
  fc.record({ do: fc.constant('rename many' as const), objectType, tenantId }),
  fc.record({ do: fc.constant('move' as const), objectType, tenantId, nth, to: nth }),
  fc.record({ do: fc.constant('remove' as const), objectType, tenantId, nth }),
  fc.record({ do: fc.constant('lock' as const), tenantId, nth, lockFlag: fc.constantFrom('0', '9') }),
  fc.record({ do: fc.constant('give a role' as const), tenantId, nth }),
  fc.record({ do: fc.constant('rename roles' as const), tenantId, title }),
  fc.record({ do: fc.constant('rename a department' as const), tenantId, title, nth }),
  fc.record({ do: fc.constant('bind' as const), objectType, tenantId, nth, terminal: nth }),
  fc.record({ do: fc.constant('unbind' as const), terminal: nth }),
  fc.record({ do: fc.constant('give a code' as const), terminal: nth }),
  fc.record({
    do: fc.constant('add a rule' as const),
    objectType,
    tenantId,
    title,
    about: fc.constantFrom('all', 'object', 'department'),
    nth,
  }),
  fc.record({ do: fc.constant('change a rule' as const), tenantId, title, nth, enabled: fc.boolean() }),
)
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never

/** The nth row of a table, counted round and round. */
const pick = (table: string, id: string, where: string, nth: number) => `(select ${id} from ${table} where ${where} order by ${id}
  offset ${nth} % greatest((select count(*) from ${table} where ${where}), 1) limit 1)`
const objectOf = ({ objectType, tenantId, nth }: { objectType: ObjectType; tenantId: number; nth: number }) =>
  pick(tables[objectType].table, tables[objectType].id, `tenant_id = ${tenantId} and ${tables[objectType].live}`, nth)
const departmentOf = (tenantId: number, nth: number) => pick('sys_dept', 'dept_id', `tenant_id = ${tenantId}`, nth)
export const terminalOf = (nth: number) => pick('device', 'id', 'true', nth)
/** Plates of vehicles are unique. */
const isFree = (objectType: ObjectType, tenantId: number, title: string) =>
  objectType === ObjectType.vehicle
    ? `not exists (select from vehicle where tenant_id = ${tenantId} and plate_number = '${title}' and removed_time is null)`
    : 'true'

function statementOf(act: Act): string {
  if (act.do === 'unbind')
    return `update device set tenant_id = null, object_type = null, object_id = null where id = ${terminalOf(act.terminal)}`
  if (act.do === 'give a code') return `update device set auth_code = gen_random_uuid() where id = ${terminalOf(act.terminal)}`
  const { tenantId } = act
  if (act.do === 'rename roles') return `update sys_role set role_name = '${act.title}' where tenant_id = ${tenantId}`
  if (act.do === 'rename a department')
    return `update sys_dept set name = '${act.title}' where dept_id = ${departmentOf(tenantId, act.nth)}
      and not exists (select from sys_dept where tenant_id = ${tenantId} and name = '${act.title}')`
  if (act.do === 'lock' || act.do === 'give a role') {
    const person = objectOf({ ...act, objectType: ObjectType.person })
    if (act.do === 'lock') return `update sys_user set lock_flag = '${act.lockFlag}' where user_id = ${person}`
    return `insert into sys_user_role (tenant_id, user_id, role_id) select tenant_id, user_id, ${pick('sys_role', 'role_id', `tenant_id = ${tenantId}`, act.nth)}
      from sys_user where user_id = ${person} on conflict do nothing`
  }
  if (act.do === 'change a rule')
    return `update monitoring_rule set name = '${act.title}', enabled = ${act.enabled}, change_time = now() where id = ${pick('monitoring_rule', 'id', `tenant_id = ${tenantId}`, act.nth)}`
  const { objectType } = act
  if (act.do === 'add a rule') {
    const objectIds = act.about === 'object' ? `array[coalesce(${objectOf(act)}, 0)]` : `'{}'`
    const deptIds = act.about === 'department' ? `array[${departmentOf(tenantId, act.nth)}]` : `'{}'`
    return `insert into monitoring_rule (tenant_id, name, object_type, condition, severity, hours, min_duration, cooldown, object_ids, dept_ids)
      values (${tenantId}, '${act.title}', '${objectType}', '{"kind":"sos"}', 'alarm', '[]', 0, 0, ${objectIds}, ${deptIds})`
  }
  const { table, id, title, live } = tables[objectType]
  const [columns, values] = added[objectType]
  if (act.do === 'add')
    return `insert into ${table} (tenant_id, dept_id, ${title}, ${columns})
      select ${tenantId}, ${departmentOf(tenantId, act.nth)}, '${act.title}', ${values} where ${isFree(objectType, tenantId, act.title)}`
  if (act.do === 'rename many') return `update ${table} set ${title} = '*' || ${id} where tenant_id = ${tenantId} and ${live}`
  if (act.do === 'bind')
    return `update device set tenant_id = ${tenantId}, object_type = '${objectType}', object_id = ${objectOf(act)} where id = ${terminalOf(act.terminal)}
      and not exists (select from device where tenant_id = ${tenantId} and object_type = '${objectType}' and object_id = ${objectOf(act)})`
  const one = `${id} = ${objectOf(act)}`
  if (act.do === 'rename')
    return `update ${table} set ${title} = '${act.title}' where ${one} and ${isFree(objectType, tenantId, act.title)}`
  if (act.do === 'move') return `update ${table} set dept_id = ${departmentOf(tenantId, act.to)} where ${one}`
  return objectType === ObjectType.person
    ? `delete from sys_user where ${one}`
    : `update ${table} set removed_time = now() where ${one}`
}

/** Adds terminals and returns a function that carries out acts in one transaction and resolves to what the database told of it. */
export async function startActing({ db, changes }: Pick<Awaited<ReturnType<typeof startTestServer>>, 'db' | 'changes'>) {
  let heard: Change[] = []
  let heardAll = Promise.withResolvers<void>()
  changes.on(changeTables, (change) => {
    if (change.table === 'task_remind') heardAll.resolve()
    else heard.push(change)
  })
  await db.owner.query(`insert into device (terminal_no) select 'terminal ' || n from generate_series(1, 4) n`)
  return async (acts: readonly Act[]) => {
    heard = []
    heardAll = Promise.withResolvers()
    const marked = `begin; ${acts.map(statementOf).join(';')}; select send_change('task_remind', 1, 1, null, null); commit`
    await db.owner.query(marked)
    await heardAll.promise
    return heard
  }
}
