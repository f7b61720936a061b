/** Type of a log row. Source: spec 4, S1 §7.2. */
export const LogType = { operation: '0', error: '9' } as const
export type LogType = (typeof LogType)[keyof typeof LogType]

/** Source: spec 4, S0 §1 (logLogin). */
export const LoginOperation = { login: 0, logout: 1 } as const
export type LoginOperation = (typeof LoginOperation)[keyof typeof LoginOperation]

export const LoginStatus = { failed: 0, succeeded: 1, locked: 2 } as const
export type LoginStatus = (typeof LoginStatus)[keyof typeof LoginStatus]
