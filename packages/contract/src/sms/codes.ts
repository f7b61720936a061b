/** State of a text message: `failed` is not tried any more. */
export const SmsStatus = { waiting: 'waiting', sent: 'sent', failed: 'failed' } as const
export type SmsStatus = (typeof SmsStatus)[keyof typeof SmsStatus]
