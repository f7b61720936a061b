import { createHash } from 'node:crypto'
import type { OwnedDatabase } from '@huanwei/server/db/owned'

/** Each account has so many log-ins, each log-in a socket. */
const perAccount = 10

/** Access token of a log-in of `addLogIns`; `0` and the nine after it are of one account. */
export const tokenOf = (index: number) => `bench-${index}`
export const refreshTokenOf = (index: number) => `bench-refresh-${index}`
/** Also the family of its log-in. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** Adds accounts with the role of the administrator and `amount` log-ins of theirs. */
export async function addLogIns(db: OwnedDatabase, amount: number) {
  const places = Array.from({ length: amount }, (_, i) => i)
  await db.owner.query(`
    insert into sys_user (tenant_id, username, password, dept_id)
    select 1, 'bench' || n, '', (select min(dept_id) from sys_dept where tenant_id = 1) from generate_series(1, ${Math.ceil(amount / perAccount)}) n;
    insert into sys_user_role (tenant_id, user_id, role_id)
    select 1, u.user_id, a.role_id from sys_user u, sys_user_role a join sys_user admin using (tenant_id, user_id)
    where u.tenant_id = 1 and u.username like 'bench%' and a.tenant_id = 1 and admin.username = 'admin'`)
  await db.owner.query(
    `insert into sys_token (tenant_id, user_id, client_id, access_hash, refresh_hash, family, address, user_agent, access_expires, refresh_expires)
     select 1, u.id, 'pig', h.access, h.refresh, h.access, '', '', now() + interval '1 day', now() + interval '1 day'
     from unnest($1::text[], $2::text[]) with ordinality h (access, refresh, n)
     join (select user_id as id, row_number() over (order by user_id) - 1 as place from sys_user where tenant_id = 1 and username like 'bench%') u
       on u.place = (h.n - 1) / ${perAccount}`,
    [places.map((place) => hashOf(tokenOf(place))), places.map((place) => hashOf(refreshTokenOf(place)))],
  )
}
