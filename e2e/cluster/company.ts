import { getMileageList } from '@huanwei/contract/history/endpoints'
import { openOwner } from '@huanwei/server/db/connect'
import { connectOwned } from '@huanwei/server/db/owned'
import { hashPassword } from '@huanwei/server/features/session/password'
import { createTenant } from '@huanwei/server/features/tenants/queries'
import { logIn } from '../api.ts'

/** Vehicles of one call for mileages. */
const mostVehicles = 200

/**
 * Adds an organisation with a vehicle for each of these terminals and two rules of yesterday; everything has the same ids in each database. Processes
 * that run must be started again, as what they did before they knew the rules would differ.
 */
export async function addCompany(url: string, numbers: readonly string[]) {
  const db = connectOwned(url, { system: 2, app: 1 })
  try {
    const admin = { username: 'admin', passwordHash: await hashPassword('123456') }
    const names = { name: '环卫', code: 'HW', title: '环卫', shortName: '环卫' }
    await db.system((tx) =>
      createTenant(tx, { id: 1, ...names, hosts: ['localhost'], type: 'sanitation', platform: true, admin }),
    )
    await db.owner.query(
      `insert into vehicle (tenant_id, dept_id, plate_number, plate_colour, initials, vehicle_type, vehicle_function)
       select 1, d.dept_id, '沪K' || n, 2, 'hk', '1', '1' from sys_dept d, unnest($1::text[]) with ordinality as numbered (no, n)
       where d.tenant_id = 1 order by n`,
      [numbers],
    )
    await db.owner.query(
      `insert into device (tenant_id, terminal_no, object_type, object_id, plate_number, first_bound)
       select 1, no, '1', v.id, v.plate_number, now() from unnest($1::text[]) with ordinality as numbered (no, n)
       join vehicle v on v.plate_number = '沪K' || n order by n`,
      [numbers],
    )
    await db.owner.query(`
      insert into device_binding (tenant_id, device_id, object_type, object_id, started) select 1, id, '1', object_id, '-infinity' from device;
      insert into monitoring_rule (tenant_id, name, object_type, condition, severity, object_ids, hours, min_duration, cooldown, change_time)
      select 1, name, '1', condition::jsonb, 'alarm', (select array_agg(id) from vehicle), '[]', 2, 5, now() - interval '1 day'
      from (values ('超速', '{"kind":"speeding","limit":60}'), ('疲劳驾驶', '{"kind":"terminalAlarm","bit":2}')) c (name, condition)`)
  } finally {
    await db.close()
  }
}

/** The violations of each terminal as they are stored. */
export async function findEvents(url: string) {
  const db = openOwner(url, 1)
  try {
    const { rows } = await db.query<Record<string, unknown>>(
      `select d.terminal_no, v.rule_id, v.create_time, v.last_time, v.end_time, v.lng, v.lat, v."limit", v.peak, v.object_name, v.violation_event
       from violation_event v join device d on d.id = v.device_id order by d.terminal_no, v.rule_id, v.create_time`,
    )
    return rows
  } finally {
    await db.end()
  }
}

/** What the vehicles drove in this time, as the product tells it. */
export async function findMileages(webUrl: string, databaseUrl: string, times: { startTime: string; endTime: string }) {
  const db = openOwner(databaseUrl, 1)
  const { rows } = await db.query<{ id: number }>('select id from vehicle order by id').finally(() => db.end())
  const { call } = await logIn(webUrl)
  const found = []
  for (let start = 0; start < rows.length; start += mostVehicles) {
    const vehicleIds = rows.slice(start, start + mostVehicles).map(({ id }) => id)
    found.push(...(await call(getMileageList, { vehicleIds, ...times })))
  }
  return found
}
