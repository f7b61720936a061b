import { adjustmentExports } from './features/adjustments/export.ts'
import { approvalExports } from './features/approvals/export.ts'
import { areaExports } from './features/areas/export.ts'
import { attendanceExports } from './features/attendance/export.ts'
import { boxExports } from './features/boxes/export.ts'
import { canExports } from './features/cans/export.ts'
import { cleaningExports } from './features/cleaning/export.ts'
import { complaintExports } from './features/complaints/export.ts'
import { departmentExports } from './features/departments/export.ts'
import { dictionaryExports } from './features/dictionaries/export.ts'
import { emergencyExports } from './features/emergencies/export.ts'
import { facilityExports } from './features/facilities/export.ts'
import { fileExports } from './features/files/export.ts'
import { historyExports } from './features/history/export.ts'
import { inspectionExports } from './features/inspections/export.ts'
import { logExports } from './features/logs/export.ts'
import { menuExports } from './features/menus/export.ts'
import { reminderExports } from './features/messages/export.ts'
import { parameterExports } from './features/parameters/export.ts'
import { planExports } from './features/plans/export.ts'
import { projectExports } from './features/projects/export.ts'
import { reportExports } from './features/reports/export.ts'
import { roleExports } from './features/roles/export.ts'
import { ruleExports } from './features/rules/export.ts'
import { smsExports } from './features/sms/export.ts'
import { socialExports } from './features/social/export.ts'
import { terminalExports } from './features/terminals/export.ts'
import { tokenExports } from './features/tokens/export.ts'
import { userExports } from './features/users/export.ts'
import { vehicleExports } from './features/vehicles/export.ts'
import { violationExports } from './features/violations/export.ts'
import { workExports } from './features/work/export.ts'
import type { ExportList, ListOf } from './lib/export-list.ts'
import type { Latest } from './position/latest/latest.ts'

/** Every list that can be exported; some of them ask for the live state. */
export const exportListsWith = (latest: Latest): readonly ExportList[] => [
  ...violationExports,
  ...emergencyExports,
  ...inspectionExports,
  ...complaintExports,
  ...approvalExports,
  ...reminderExports,
  ...attendanceExports,
  ...adjustmentExports,
  ...cleaningExports,
  ...userExports,
  ...roleExports,
  ...vehicleExports,
  ...facilityExports(latest),
  ...canExports(latest),
  ...terminalExports(latest),
  ...areaExports,
  ...boxExports,
  ...ruleExports,
  ...departmentExports,
  ...dictionaryExports,
  ...parameterExports,
  ...menuExports,
  ...planExports,
  ...workExports,
  ...projectExports,
  ...reportExports,
  ...tokenExports,
  ...smsExports,
  ...socialExports,
  ...fileExports,
  ...logExports,
  ...historyExports,
]

/** Makes what finds the list of a call. */
export const listOfCall =
  (lists: readonly ExportList[]): ListOf =>
  (path, filter) =>
    lists.find((list) => list.path === path && list.takes(filter))
