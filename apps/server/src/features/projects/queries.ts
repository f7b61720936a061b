import type { Parsed } from '@huanwei/contract/endpoint'
import { mostListed } from '@huanwei/contract/page'
import { ProjectStatus } from '@huanwei/contract/projects/codes'
import type { addProject, listProjects } from '@huanwei/contract/projects/endpoints'
import { and, asc, desc, eq, getTableColumns, inArray, not, or, type SQL, sql } from 'drizzle-orm'
import { updatedBy } from '../../db/columns.ts'
import type { Tx } from '../../db/connect.ts'
import { contains } from '../../db/contains.ts'
import type { Cursor } from '../../db/keyset.ts'
import { holdRow } from '../../db/last-change.ts'
import { findPage } from '../../db/lists/find-page.ts'
import { amongDepartments, inScope } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import { areas } from '../areas/table.ts'
import { departments } from '../departments/table.ts'
import { projectAreas, projectDepartments, projects } from './table.ts'

/** `what` of the departments of a project that the viewer sees, by id. */
const ofDepartments = (viewer: Viewer, what: SQL) => sql`array(
  select ${what} from ${projectDepartments} l join ${departments} d on d.tenant_id = l.tenant_id and d.dept_id = l.dept_id
  where l.tenant_id = ${projects}.tenant_id and l.project_id = ${projects}.id and ${inScope(viewer, sql`d.dept_id`) ?? sql`true`}
  order by d.dept_id)`

/** `what` of the areas of a project that the viewer sees, by id. */
const ofAreas = (viewer: Viewer, what: SQL) => sql`array(
  select ${what} from ${projectAreas} l join ${areas} a on a.tenant_id = l.tenant_id and a.id = l.area_id
  where l.tenant_id = ${projects}.tenant_id and l.project_id = ${projects}.id and ${inScope(viewer, sql`a.dept_id`) ?? sql`true`}
  order by a.id)`

const select = (tx: Tx, viewer: Viewer) =>
  tx
    .select({
      ...getTableColumns(projects),
      deptIds: sql<number[]>`${ofDepartments(viewer, sql`d.dept_id`)}`,
      deptNames: sql<string[]>`${ofDepartments(viewer, sql`d.name`)}`,
      areaIds: sql<number[]>`${ofAreas(viewer, sql`a.id`)}`,
      areaNames: sql<string[]>`${ofAreas(viewer, sql`a.name`)}`,
    })
    .from(projects)

/**
 * Projects of one of `among` (null: of any department). With an expression that no index has in the place of the department the departments of each
 * project are looked up, as few projects need it, and not all projects of the departments first.
 */
const isOf = (among: number[] | null, deptId = sql`l.dept_id`) =>
  amongDepartments(among, deptId) &&
  sql`exists (select from ${projectDepartments} l
    where l.tenant_id = ${projects.tenantId} and l.project_id = ${projects.id} and ${amongDepartments(among, deptId)})`

const inSight = (viewer: Viewer) => and(eq(projects.tenantId, viewer.tenantId), isOf(viewer.departments))

const list = { table: projects, id: projects.id }

type Filter = Parsed<typeof listProjects> & { after?: Cursor | undefined }
export type ProjectRow = Awaited<ReturnType<typeof findProjects>>['records'][number]

/** One page of the projects of `among`, newest first, with the total. */
export async function findProjects(tx: Tx, viewer: Viewer, filter: Filter, among: number[] | null) {
  const { tenantId } = viewer
  const isWanted = and(
    eq(projects.tenantId, tenantId),
    contains(projects.name, filter.name),
    filter.status && eq(projects.status, filter.status),
  )
  const { total, only } = await findPage(tx, list, filter, {
    tenantId,
    where: and(isWanted, isOf(among, sql`l.dept_id + 0`)),
    whereOfAll: and(isWanted, isOf(among)),
  })
  const records = await select(tx, viewer)
    .where(and(eq(projects.tenantId, tenantId), only))
    .orderBy(desc(projects.id))
  return { records, total }
}

/** The first projects in sight in short by their name or code, those that run first, then by name. */
export const findProjectOptions = (tx: Tx, viewer: Viewer, text: string | undefined) =>
  tx
    .select({ id: projects.id, name: projects.name, code: projects.code, status: projects.status })
    .from(projects)
    .where(and(inSight(viewer), or(contains(projects.name, text), contains(projects.code, text))))
    .orderBy(desc(eq(projects.status, ProjectStatus.running)), asc(projects.name), asc(projects.id))
    .limit(mostListed)

/** A project in sight; undefined when there is none. */
export async function findProject(tx: Tx, viewer: Viewer, id: number) {
  const [one] = await select(tx, viewer).where(and(inSight(viewer), eq(projects.id, id)))
  return one
}

/** Holds the project as it stands until the transaction ends. */
export const holdProject = (tx: Tx, tenantId: number, id: number) => holdRow(tx, projects, tenantId, id)

type Fields = Parsed<typeof addProject>

/** True when these departments and areas are all there and in the viewer's scope. */
export async function areTheirs(tx: Tx, viewer: Viewer, { deptIds, areaIds }: Pick<Fields, 'deptIds' | 'areaIds'>) {
  const { tenantId } = viewer
  const ofTenant = and(eq(departments.tenantId, tenantId), inArray(departments.id, deptIds), inScope(viewer, departments.id))
  const place = and(eq(areas.tenantId, tenantId), inArray(areas.id, areaIds), inScope(viewer, areas.deptId))
  const found = [await tx.$count(departments, ofTenant), await tx.$count(areas, place)]
  return found[0] === new Set(deptIds).size && found[1] === new Set(areaIds).size
}

/** True when a department beyond the viewer's scope works for the project too. */
export async function isShared(tx: Tx, viewer: Viewer, projectId: number) {
  const here = inScope(viewer, projectDepartments.deptId)
  const beyond = and(eq(projectDepartments.tenantId, viewer.tenantId), eq(projectDepartments.projectId, projectId))
  return here !== undefined && (await tx.$count(projectDepartments, and(beyond, not(here)))) > 0
}

/** Returns the new id. */
export async function insertProject(tx: Tx, viewer: Viewer, { deptIds, areaIds, ...fields }: Fields) {
  const { tenantId, username } = viewer
  const [added] = await tx
    .insert(projects)
    .values({ tenantId, ...fields, updateBy: username })
    .returning({ id: projects.id })
  await setParts(tx, viewer, added!.id, { deptIds, areaIds })
  return added!.id
}

export async function updateProject(tx: Tx, viewer: Viewer, id: number, { deptIds, areaIds, ...fields }: Fields) {
  await tx
    .update(projects)
    .set({ ...fields, ...updatedBy(projects, viewer) })
    .where(and(eq(projects.tenantId, viewer.tenantId), eq(projects.id, id)))
  await setParts(tx, viewer, id, { deptIds, areaIds })
}

/** Replaces the departments and areas of a project that the viewer sees. */
async function setParts(tx: Tx, viewer: Viewer, projectId: number, { deptIds, areaIds }: Pick<Fields, 'deptIds' | 'areaIds'>) {
  const { tenantId } = viewer
  const seen = tx
    .select({ id: areas.id })
    .from(areas)
    .where(and(eq(areas.tenantId, tenantId), inScope(viewer, areas.deptId)))
  await tx
    .delete(projectDepartments)
    .where(
      and(
        eq(projectDepartments.tenantId, tenantId),
        eq(projectDepartments.projectId, projectId),
        inScope(viewer, projectDepartments.deptId),
      ),
    )
  await tx
    .delete(projectAreas)
    .where(and(eq(projectAreas.tenantId, tenantId), eq(projectAreas.projectId, projectId), inArray(projectAreas.areaId, seen)))
  await tx.insert(projectDepartments).values([...new Set(deptIds)].map((deptId) => ({ tenantId, projectId, deptId })))
  if (areaIds.length)
    await tx.insert(projectAreas).values([...new Set(areaIds)].map((areaId) => ({ tenantId, projectId, areaId })))
}

/** With its departments and areas. */
export const deleteProject = (tx: Tx, tenantId: number, id: number) =>
  tx.delete(projects).where(and(eq(projects.tenantId, tenantId), eq(projects.id, id)))
