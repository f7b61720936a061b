import type { ProjectStatus } from '@huanwei/contract/projects/codes'
import { sql } from 'drizzle-orm'
import { date, foreignKey, index, integer, numeric, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, tenantId, updated } from '../../db/columns.ts'
import { areas } from '../areas/table.ts'
import { departments } from '../departments/table.ts'

/** A sanitation contract: who works for it, and where. */
export const projects = pgTable(
  'project',
  {
    tenantId: tenantId(),
    id: integer().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    code: text().notNull().default(''),
    startDay: date({ mode: 'string' }),
    endDay: date({ mode: 'string' }),
    manager: text().notNull().default(''),
    /** Yuan. */
    contractAmount: numeric({ precision: 13, scale: 2, mode: 'number' }),
    status: text().$type<ProjectStatus>().notNull(),
    remark: text().notNull().default(''),
    createTime: instant().notNull().default(sql`now()`),
    ...updated,
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] }), uniqueIndex('project_code').on(t.tenantId, t.code).where(sql`code <> ''`)],
)

/** Departments of a project; one that has a project is not removed. */
export const projectDepartments = pgTable(
  'project_department',
  { tenantId: tenantId(), projectId: integer().notNull(), deptId: integer().notNull() },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.projectId, t.deptId] }),
    index().on(t.tenantId, t.deptId),
    foreignKey({ columns: [t.tenantId, t.projectId], foreignColumns: [projects.tenantId, projects.id] }).onDelete('cascade'),
    foreignKey({ columns: [t.tenantId, t.deptId], foreignColumns: [departments.tenantId, departments.id] }),
  ],
)

/** Areas of a project; one that is removed is no part of it any more. */
export const projectAreas = pgTable(
  'project_area',
  { tenantId: tenantId(), projectId: integer().notNull(), areaId: integer().notNull() },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.projectId, t.areaId] }),
    index().on(t.tenantId, t.areaId),
    foreignKey({ columns: [t.tenantId, t.projectId], foreignColumns: [projects.tenantId, projects.id] }).onDelete('cascade'),
    foreignKey({ columns: [t.tenantId, t.areaId], foreignColumns: [areas.tenantId, areas.id] }).onDelete('cascade'),
  ],
)
