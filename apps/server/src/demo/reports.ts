import { Every, type Grouping, type ReportKind } from '@huanwei/contract/reports/codes'
import { daysIn, nextTime, spanAround, spanBefore } from '@huanwei/contract/reports/rules'
import type { Tx } from '../db/connect.ts'
import { reportSchedules, reports } from '../features/reports/table.ts'
import { timeText } from '../lib/time.ts'
import type { DemoAccount } from './organisation.ts'

/** Asks for two reports of the administrator, which the product makes after its start, and sets a daily schedule that `receiver` receives. */
export async function loadReports(tx: Tx, admin: DemoAccount, receiver: DemoAccount, now: Date) {
  const today = timeText(now.getTime()).slice(0, 10)
  const week = spanBefore(Every.week, today)
  const begin = (name: string, kind: ReportKind, grouping: Grouping, span: { firstDay: string; lastDay: string }) => ({
    tenantId: 1,
    userId: admin.id,
    createBy: admin.username,
    language: 'zh-CN' as const,
    name,
    kind,
    grouping,
    ...span,
    total: daysIn(span.firstDay, span.lastDay),
  })
  await tx
    .insert(reports)
    .values([
      begin('上周车辆里程', 'mileage', 'object', week),
      begin('本月违章统计', 'violations', 'department', spanAround(Every.month, today)),
    ])
  await tx.insert(reportSchedules).values({
    tenantId: 1,
    userId: admin.id,
    name: '车辆作业日报',
    kind: 'vehicles',
    grouping: 'department',
    every: 'day',
    time: '06:30',
    receiverIds: [receiver.id],
    language: 'zh-CN',
    nextTime: nextTime(Every.day, '06:30', timeText(now.getTime())),
    updateBy: admin.username,
  })
}
