/** How long a document of an asset is still good. */
export const Validity = { valid: 'valid', expiring: 'expiring', expired: 'expired' } as const
export type Validity = (typeof Validity)[keyof typeof Validity]

/** Days before the last day of a document at which people are reminded; 0 when it has expired. Source: issue 13, item 1. */
export const remindedDays = [30, 7, 0] as const

/** Documents of one asset. */
export const mostDocuments = 100
