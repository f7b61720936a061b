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

type Contract = { tenantId: number; name: string; code: string; manager: string; contractAmount: number }

/** Adds a running contract of some departments, with their areas. */
export async function addProject(tx: Tx, { tenantId, ...contract }: Contract, deptIds: readonly number[]) {
  const [project] = await tx
    .insert(projects)
    .values({ tenantId, ...contract, startDay: '2026-01-01', endDay: '2028-12-31', status: 'running' })
    .returning({ id: projects.id })
  const part = { tenantId, projectId: project!.id }
  await tx.insert(projectDepartments).values(deptIds.map((deptId) => ({ ...part, deptId })))
  const found = await tx
    .select({ areaId: areas.id })
    .from(areas)
    .where(and(eq(areas.tenantId, tenantId), inArray(areas.deptId, [...deptIds])))
  if (found.length) await tx.insert(projectAreas).values(found.map(({ areaId }) => ({ ...part, areaId })))
}

/** Adds a running contract for the crews of each company of tenant 1. */
export async function loadProjects(tx: Tx, crews: readonly Department[]) {
  const companies = [...Map.groupBy(crews, ({ parentId }) => parentId).values()]
  for (const [i, company] of companies.entries()) {
    const [name, manager, contractAmount] = contracts[i % contracts.length]!
    const code = `HW-2026-${String(i + 1).padStart(2, '0')}`
    const contract = { tenantId: 1, name: `${name}（${i + 1}标段）`, code, manager, contractAmount }
    await addProject(
      tx,
      contract,
      company.map(({ id }) => id),
    )
  }
}
