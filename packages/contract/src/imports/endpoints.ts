import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { nothing, whole, word } from '../fields.ts'
import type { Permission } from '../permissions.ts'
import { mostImportRows, type SheetColumn, type SheetName, sheetColumns } from './codes.ts'

const importInput = (sheet: SheetName) => {
  const own: readonly SheetColumn[] = sheetColumns[sheet]
  return z.object({
    /** Names of the columns of `rows`, each once; one of the sheet that is missing here is blank in every row. */
    columns: z
      .array(z.enum(Object.values(sheetColumns).flat()))
      .min(1)
      .max(own.length)
      .refine((columns) => columns.every((column) => own.includes(column)), word('noSuchColumn'))
      .refine((columns) => new Set(columns).size === columns.length, word('columnTwice')),
    /** Cells as they were written: departments, types and roles by name, blank ones as empty texts. Blank rows are skipped. */
    rows: z
      .array(z.array(z.string().max(1000)).max(own.length))
      .min(1)
      .max(mostImportRows[sheet]),
    /** Number that the first row has for people: 2 below a row of titles. */
    firstRow: whole(z.number().int().min(1).max(2_000_000).default(1)),
    /** Only says what would happen. */
    preview: z.boolean().default(false),
    /** False: nothing is written unless all rows are right. */
    onlyRight: z.boolean().default(true),
    /** A row that is already there, by its plate or code, is refused or changed; a blank cell leaves what is there. Of people nothing is changed. */
    known: z.enum(['refuse', 'update']).default('refuse'),
    /** As a preview answered it. 409 when a record that the import meets has been changed since. */
    seen: z.string().max(64).optional(),
  })
}

const importOutput = z.object({
  added: z.number().int(),
  changed: z.number().int(),
  /** Why rows are left out. `row` counts from `firstRow`; `field` is a column, null for the row as a whole. */
  problems: z.array(z.object({ row: z.number().int(), field: z.string().nullable(), text: z.string() })),
  /** Stands for the state of the rows that are there already. */
  seen: z.string(),
})
export type ImportOutcome = z.infer<typeof importOutput>
export type ImportProblem = ImportOutcome['problems'][number]

/** Adds the rows of a sheet in one transaction; a wrong row is left out whole. 409 while another import of the account or the organisation is being written. */
const importCall = (sheet: SheetName, path: string, permission: Permission) =>
  endpoint({
    method: 'POST',
    path: `${path}/import`,
    access: { permission },
    input: importInput(sheet),
    output: importOutput,
  })

/** An empty workbook with the columns of the sheet, hints, and the values that can be chosen, in the caller's language. */
const templateCall = (path: string, permission: Permission) =>
  endpoint({
    method: 'GET',
    path: `${path}/import/template`,
    access: { permission },
    bare: true,
    input: nothing,
    output: z.unknown(),
  })

export const importUsers = importCall('users', '/admin/user', 'sys_user_add')
export const importVehicles = importCall('vehicles', '/admin/vehicle', 'admin_vehicle_add')
export const importFacilities = importCall('facilities', '/admin/facility', 'admin_facility_add')
export const importCans = importCall('cans', '/admin/garbageCan', 'admin_garbagecan_add')

export const getUserTemplate = templateCall('/admin/user', 'sys_user_add')
export const getVehicleTemplate = templateCall('/admin/vehicle', 'admin_vehicle_add')
export const getFacilityTemplate = templateCall('/admin/facility', 'admin_facility_add')
export const getCanTemplate = templateCall('/admin/garbageCan', 'admin_garbagecan_add')
