import { Every, type Grouping, type ReportKind } from '@huanwei/contract/reports/codes'
import { daysIn, nextTime, spanAround, spanBefore } from '@huanwei/contract/reports/rules'
import type { Tx } from '../db/connect.ts'
import { reportSchedules, reports } from '../features/reports/table.ts'
import { timeText } from '../lib/time.ts'
import type { DemoAccount } from './organisation.ts'

type Wanted = { tenantId: number; account: DemoAccount; name: string; kind: ReportKind; grouping: Grouping }

/** Asks for reports about a span of days, which the product makes after its start. */
export async function askReports(tx: Tx, wanted: readonly Wanted[], span: { firstDay: string; lastDay: string }) {
  const rows = wanted.map(({ account, ...report }) => ({
    ...report,
    userId: account.id,
    createBy: account.username,
    language: 'zh-CN' as const,
    ...span,
    total: daysIn(span.firstDay, span.lastDay),
  }))
  await tx.insert(reports).values(rows)
}

/** The last whole week before a moment. */
export const lastWeek = (now: Date) => spanBefore(Every.week, timeText(now.getTime()).slice(0, 10))

/** Asks for reports of the administrator of tenant 1, and sets a daily schedule of the administrator's that `dispatcher` receives. */
export async function loadReports(tx: Tx, { admin, dispatcher }: Record<'admin' | 'dispatcher', DemoAccount>, now: Date) {
  const today = timeText(now.getTime()).slice(0, 10)
  const tenantId = 1
  await askReports(tx, [{ tenantId, account: admin, name: '上周车辆里程', kind: 'mileage', grouping: 'object' }], lastWeek(now))
  const month = spanAround(Every.month, today)
  await askReports(tx, [{ tenantId, account: admin, name: '本月违章统计', kind: 'violations', grouping: 'department' }], month)
  await tx.insert(reportSchedules).values({
    tenantId,
    userId: admin.id,
    name: '车辆作业日报',
    kind: 'vehicles',
    grouping: 'department',
    every: 'day',
    time: '06:30',
    receiverIds: [dispatcher.id],
    language: 'zh-CN',
    nextTime: nextTime(Every.day, '06:30', timeText(now.getTime())),
    updateBy: admin.username,
  })
}
