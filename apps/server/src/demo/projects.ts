import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../db/connect.ts'
import { areas } from '../features/areas/table.ts'
import { projectAreas, projectDepartments, projects } from '../features/projects/table.ts'
import type { Department } from './organisation.ts'

/** Names of contracts with their managers and yuan. */
const contracts = [
  ['城区道路清扫保洁', '刘建国', 18_600_000],
  ['生活垃圾收运', '何志强', 12_350_000],
  ['公厕与中转站管护', '杨丽', 6_480_000],
] as const

/** Adds a running contract for the crews of each company, with their areas. */
export async function loadProjects(tx: Tx, crews: readonly Department[]) {
  const companies = [...Map.groupBy(crews, ({ parentId }) => parentId).values()]
  for (const [i, company] of companies.entries()) {
    const [name, manager, contractAmount] = contracts[i % contracts.length]!
    const code = `HW-2026-${String(i + 1).padStart(2, '0')}`
    const span = { startDay: '2026-01-01', endDay: '2028-12-31' }
    const [project] = await tx
      .insert(projects)
      .values({ tenantId: 1, name: `${name}（${i + 1}标段）`, code, ...span, manager, contractAmount, status: 'running' })
      .returning({ id: projects.id })
    const deptIds = company.map(({ id }) => id)
    const part = { tenantId: 1, projectId: project!.id }
    await tx.insert(projectDepartments).values(deptIds.map((deptId) => ({ ...part, deptId })))
    const found = await tx
      .select({ areaId: areas.id })
      .from(areas)
      .where(and(eq(areas.tenantId, 1), inArray(areas.deptId, deptIds)))
    if (found.length) await tx.insert(projectAreas).values(found.map(({ areaId }) => ({ ...part, areaId })))
  }
}
