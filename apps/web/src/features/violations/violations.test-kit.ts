import { departments } from '@huanwei/server/features/departments/table'
import { pushes } from '@huanwei/server/features/messages/table'
import { violationSteps, violations } from '@huanwei/server/features/violations/table'
import { eq } from 'drizzle-orm'
import type { screenTest } from '../../test/screen.tsx'

/** A speeding of two minutes and five seconds, pushed to `handler` and the viewer. */
export const speedingOn =
  (kit: ReturnType<typeof screenTest>['kit']) =>
  async (changes: Partial<typeof violations.$inferInsert> = {}) =>
    kit.server.db.system(async (tx) => {
      const [department] = await tx.select().from(departments).where(eq(departments.name, '一部'))
      const createTime = changes.createTime ?? '2026-03-02 08:00:00+08'
      const [violation] = await tx
        .insert(violations)
        .values({
          tenantId: 1,
          createTime,
          endTime: '2026-03-02 08:02:05+08',
          lastTime: createTime,
          ruleId: 1,
          deviceId: 1,
          objectType: '1',
          objectId: 7,
          objectName: '粤A12345',
          objectTypeValue: '1',
          deptId: department?.id ?? 0,
          deptName: '一部',
          violationEvent: '超速行驶',
          severity: 'alarm',
          position: '中山路',
          measure: 'speed',
          limit: 60,
          peak: 83,
          executeAction: 'readAloud',
          ...changes,
        })
        .returning()
      const { id: eventId, objectType, objectId, deptId } = violation!
      const common = { tenantId: 1, createTime, msgType: '1' as const, eventId, objectType, objectId, deptId }
      const viewer = await kit.server.login('viewer')
      await tx.insert(pushes).values([kit.person.userId, viewer.userId].map((pushObjectId) => ({ ...common, pushObjectId })))
      const arose = { tenantId: 1, violationId: eventId, objectName: '主干道限速', alarmType: -1 as const, remark: '' }
      await tx.insert(violationSteps).values(arose)
      return eventId
    })
/** Takes all violations away. */
export const clearOn = (kit: ReturnType<typeof screenTest>['kit']) => () =>
  kit.server.db.system(async (tx) => {
    for (const table of [pushes, violationSteps, violations]) await tx.delete(table)
  })
