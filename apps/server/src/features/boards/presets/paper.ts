import type { Preset } from '../preset.ts'

/** Work of a day, week or month on A4 pages. */
const workReport: Preset = {
  theme: 'light',
  isPaper: true,
  panels: [
    { kind: 'figures', source: 'spanFigures', at: [0, 0, 24, 1] },
    { kind: 'trend', source: 'spanDays', title: 'spanDays', at: [0, 1, 24, 1] },
    { kind: 'table', source: 'spanJobs', title: 'spanJobs', at: [0, 2, 24, 1] },
    { kind: 'table', source: 'spanVehicles', title: 'spanVehicles', at: [0, 3, 24, 1] },
    { kind: 'table', source: 'spanViolations', title: 'spanViolations', at: [0, 4, 24, 1] },
    { kind: 'table', source: 'spanAttendance', title: 'spanAttendance', at: [0, 5, 24, 1] },
    { kind: 'table', source: 'spanCleaning', title: 'spanCleaning', at: [0, 6, 24, 1] },
    { kind: 'table', source: 'spanInspections', title: 'spanInspections', at: [0, 7, 24, 1] },
    { kind: 'table', source: 'spanComplaints', title: 'spanComplaints', at: [0, 8, 24, 1] },
  ],
}

export const workReportPath = '/work_plan/pdf/index'
export const paperBoards: Record<string, Preset> = { [workReportPath]: workReport }
