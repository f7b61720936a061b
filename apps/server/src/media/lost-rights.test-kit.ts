import { onTestFinished, vi } from 'vitest'
import type { startTestServer } from '../test-kit.ts'

type Server = Awaited<ReturnType<typeof startTestServer>>

/** What somebody may lose who watches a picture or speaks with a vehicle. */
export const losses = ['session', 'unlocked screen', 'permission', 'scope'] as const

/** For tests: moves a vehicle of tenant 1 to a department, of which the server has heard then. */
export async function moveVehicle({ db, latest }: Server, vehicleId: number, department: string) {
  const { rows } = await db.owner.query('select dept_id as id from sys_dept where tenant_id = 1 and name = $1', [department])
  await db.owner.query('update vehicle set dept_id = $1 where id = $2', [rows[0].id, vehicleId])
  await vi.waitUntil(() => latest.vehicles.of(1).get(vehicleId)?.deptId === rows[0].id, 60_000)
}

/** For tests: gives `handler` of 一部 the permission to something of a vehicle, and takes it or what else it needs. */
export function rightsOver(server: () => Server, vehicleId: () => number, permission: string) {
  const rightOf = `r.tenant_id = 1 and m.tenant_id = 1 and r.role_code = 'ROLE_HANDLER' and m.permission = '${permission}'`
  const take = () =>
    server().db.owner.query(
      `delete from sys_role_menu rm using sys_role r, sys_menu m where rm.role_id = r.role_id and rm.menu_id = m.menu_id and ${rightOf}`,
    )
  async function give() {
    await take()
    await server().db.owner.query(
      `insert into sys_role_menu (tenant_id, role_id, menu_id) select 1, r.role_id, m.menu_id from sys_role r, sys_menu m where ${rightOf}`,
    )
    await moveVehicle(server(), vehicleId(), '一部')
  }
  /**
   * Takes it; resolves with the code with which what was open is `closed`. `headers`: those of the calls of who loses it. The clock stands still meanwhile:
   * what is remembered of a caller grows no older, so that nothing but the change itself ends what they have open.
   */
  async function lose(what: (typeof losses)[number], headers: Record<string, string>, closed: Promise<number>) {
    const { app } = server()
    const goOn = () => void vi.useRealTimers()
    onTestFinished(goOn)
    vi.setSystemTime(Date.now())
    if (what === 'session') await app.inject({ method: 'DELETE', url: '/auth/token/logout', headers })
    else if (what === 'permission') await take()
    else if (what === 'scope') await moveVehicle(server(), vehicleId(), '二部')
    else await app.inject({ method: 'PUT', url: '/admin/session/lock', headers, payload: { password: '2468' } })
    return closed.finally(goOn)
  }
  return { give, lose }
}
