/** Stored and sent as `alarmType`. Source: spec 2, section 4.1. */
export const AlarmType = { pending: -1, real: 0, falseSystem: 1, falseDispatch: 2, revoked: 4 } as const
export type AlarmType = (typeof AlarmType)[keyof typeof AlarmType]
