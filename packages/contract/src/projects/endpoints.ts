import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { day, id, orNone, word } from '../fields.ts'
import { lastChange } from '../last-change.ts'
import { page, pageQuery } from '../page.ts'
import { recordCalls } from '../records.ts'
import { ProjectStatus } from './codes.ts'

const fields = {
  name: z.string().trim().min(1, word('enterProjectName')).max(50),
  /** The organisation's own number of the contract, unique unless empty. */
  code: z.string().trim().max(50).default(''),
  /** Departments that work for it. Of a project that others share, those in the caller's scope: the others stay as they are. */
  deptIds: z.array(id).min(1, word('chooseDepartment')).max(200),
  /** Areas that it covers, in the same way. */
  areaIds: z.array(id).max(1000).default([]),
  startDay: day.nullable().default(null),
  endDay: day.nullable().default(null),
  manager: z.string().trim().max(50).default(''),
  /** Yuan. */
  contractAmount: z.number().min(0).max(99_999_999_999).nullable().default(null),
  status: z.enum(ProjectStatus).default('running'),
  remark: z.string().trim().max(500).default(''),
}

/** A sanitation contract. Names stand in the order of the ids. Source: spec 3, section 19. */
export const Project = z.object({
  ...fields,
  id: z.number(),
  deptNames: z.array(z.string()),
  areaNames: z.array(z.string()),
  createTime: z.string(),
  ...lastChange,
})
export type Project = z.infer<typeof Project>

/** The projects of which a department is in the caller's scope, newest first; `deptId` with all departments below. */
export const listProjects = endpoint({
  method: 'GET',
  path: '/admin/projectManage/page',
  access: 'session',
  input: pageQuery.extend({
    name: orNone(z.string().max(50)),
    deptId: orNone(id),
    status: orNone(z.enum(ProjectStatus)),
  }),
  output: page(Project),
})

export const ProjectOption = Project.pick({ id: true, name: true, code: true, status: true })
export type ProjectOption = z.infer<typeof ProjectOption>

/** The first `mostListed` of them in short whose name or code contains `text`, those that run first, then by name; `listProjects` has those beyond. */
export const getProjects = endpoint({
  method: 'GET',
  path: '/admin/projectManage/list',
  access: 'session',
  input: z.object({ text: orNone(z.string().trim().max(50)) }),
  output: z.array(ProjectOption),
})

/** Removing one is refused while an inspection names it, and to whoever does not see all of its departments. */
export const {
  get: getProject,
  add: addProject,
  change: changeProject,
  remove: removeProject,
} = recordCalls('/admin/projectManage', 'admin_projectmanage', fields, Project)
