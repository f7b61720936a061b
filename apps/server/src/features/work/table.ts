import { ObjectType } from '@huanwei/contract/objects'
import type { JobType } from '@huanwei/contract/work/codes'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { instant, tenantId, updated } from '../../db/columns.ts'
import { departments } from '../departments/table.ts'

/** Those who work for a plan, by their kind: the names of their ids in plans and tasks. */
export const crewIds = { [ObjectType.vehicle]: 'vehicleIds', [ObjectType.person]: 'userIds' } as const
export const crewTypes = [ObjectType.vehicle, ObjectType.person] as const
export type CrewType = (typeof crewTypes)[number]

/** A job plan: who works which roads or stops in which shifts. */
export const workPlans = pgTable(
  'work_plan',
  {
    tenantId: tenantId(),
    id: integer().generatedAlwaysAsIdentity(),
    deptId: integer().notNull(),
    name: text().notNull(),
    jobType: text().$type<JobType>().notNull(),
    areaIds: integer().array().notNull(),
    /** In the order of the way. */
    facilityIds: integer().array().notNull(),
    vehicleIds: integer().array().notNull(),
    userIds: integer().array().notNull().default([]),
    shiftIds: integer().array().notNull(),
    /** How often in each shift. */
    times: smallint().notNull(),
    calendar: boolean().notNull(),
    firstDay: date({ mode: 'string' }),
    lastDay: date({ mode: 'string' }),
    /** Bit of the terminals' IO word at which the implement is wired; null where the ignition counts. */
    implementInput: smallint(),
    /** Percent of the roads' length. */
    goal: smallint().notNull(),
    enabled: boolean().notNull(),
    remark: text().notNull().default(''),
    createTime: instant().notNull().default(sql`now()`),
    ...updated,
    /** Removed plans keep their row for their tasks. */
    removedTime: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ columns: [t.tenantId, t.deptId], foreignColumns: [departments.tenantId, departments.id] }),
  ],
)

export type BasisRoad = { areaId: number; name: string /** m */; width: number; line: [number, number][] }
export type BasisStop = { facilityId: number; name: string; lng: number; lat: number }
/** What a task was planned as: later changes of plan, areas and facilities are for later tasks. */
export type Basis = {
  name: string
  jobType: JobType
  goal: number
  implementInput: number | null
  roads: BasisRoad[]
  stops: BasisStop[]
  vehicles: { id: number; name: string }[]
  /** Missing in what earlier versions stored. */
  people?: { id: number; name: string }[]
}

/** States of plans as tasks were made from them; tasks of one state share it. */
export const workBases = pgTable(
  'work_basis',
  {
    tenantId: tenantId(),
    id: integer().generatedAlwaysAsIdentity(),
    planId: integer().notNull(),
    basis: jsonb().$type<Basis>().notNull(),
    /** MD5 of the basis. */
    digest: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique().on(t.tenantId, t.planId, t.digest),
    foreignKey({ columns: [t.tenantId, t.planId], foreignColumns: [workPlans.tenantId, workPlans.id] }),
  ],
)

/**
 * How far the fixes of a terminal are counted, by terminal and beginning of its binding: the last one's time, epoch ms, their number, and since when it has
 * stood at each stop then, by the stop's place in the basis.
 */
export type CountProgress = Record<string, [until: number, seen: number, since?: Record<number, number | undefined>]>

/** A plan on one day in one part of a shift, with what was done. */
export const workTasks = pgTable(
  'work_task',
  {
    tenantId: tenantId(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    planId: integer().notNull(),
    basisId: integer().notNull(),
    deptId: integer().notNull(),
    vehicleIds: integer().array().notNull(),
    userIds: integer().array().notNull().default([]),
    /** Day on which its shift begins. */
    day: date({ mode: 'string' }).notNull(),
    shiftId: integer().notNull(),
    shiftName: text().notNull(),
    turn: smallint().notNull(),
    turns: smallint().notNull(),
    startTime: instant().notNull(),
    endTime: instant().notNull(),
    /** m */
    plannedMetres: integer().notNull(),
    workedMetres: integer().notNull().default(0),
    stopCount: integer().notNull(),
    visitedCount: integer().notNull().default(0),
    firstTime: instant(),
    doneTime: instant(),
    /** When each piece of the roads was worked and each stop was visited first: see `marks.ts`. */
    pieceMarks: text().notNull().default(''),
    stopMarks: text().notNull().default(''),
    /** When each stop was last stood at. */
    leaveMarks: text().notNull().default(''),
    progress: jsonb().$type<CountProgress>().notNull().default({}),
    /** Time of the last count; null before. */
    countTime: instant(),
    /** True until it was counted after its end; later only reports that come late change it. */
    open: boolean().notNull().default(true),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique().on(t.tenantId, t.planId, t.day, t.shiftId, t.turn),
    index().on(t.tenantId, t.day, t.startTime, t.id),
    index('work_task_open').on(t.startTime).where(sql`open`),
    foreignKey({ columns: [t.tenantId, t.planId], foreignColumns: [workPlans.tenantId, workPlans.id] }),
    foreignKey({ columns: [t.tenantId, t.basisId], foreignColumns: [workBases.tenantId, workBases.id] }),
    foreignKey({ columns: [t.tenantId, t.deptId], foreignColumns: [departments.tenantId, departments.id] }),
  ],
)

/** Vehicles and people whose tasks are to be counted again at a time; rows are only added, so that no writer waits for another. */
export const workTouches = pgTable(
  'work_touch',
  {
    tenantId: tenantId(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    objectType: text().$type<CrewType>().notNull(),
    objectId: integer().notNull(),
    fromTime: instant().notNull(),
    toTime: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] })],
)
