import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { AlarmType } from '../violations/codes.ts'

/** Search by a few letters, some results of each kind: vehicles by plate, people by name or user name (all by pinyin initials too), violations by number. */
export const search = endpoint({
  method: 'GET',
  path: '/admin/search',
  access: 'session',
  input: z.object({ text: z.string().trim().min(1).max(50) }),
  output: z.object({
    vehicles: z.array(z.object({ id: z.number(), plateNumber: z.string(), deptName: z.string() })),
    people: z.array(z.object({ userId: z.number(), username: z.string(), name: z.string(), deptName: z.string() })),
    violations: z.array(
      z.object({
        id: z.number(),
        objectName: z.string(),
        violationEvent: z.string(),
        createTime: z.string(),
        alarmType: z.enum(AlarmType),
      }),
    ),
  }),
})
