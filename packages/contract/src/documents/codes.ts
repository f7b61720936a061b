/** How long a document of an asset is still good. */
export const Validity = { valid: 'valid', expiring: 'expiring', expired: 'expired' } as const
export type Validity = (typeof Validity)[keyof typeof Validity]

/**
 * Days before the last day of a document at which people are reminded for the second time. The first time is a parameter, `document_reminder_days`, the
 * third is when it has expired. Source: issue 13, item 1.
 */
export const lastReminderDays = 7

/** Documents of one asset. */
export const mostDocuments = 100
