/** On whose objects a role acts: everybody's, chosen departments', those of one's own and below, one's own. Source: spec 3, section 6. */
export const DataScope = { all: 0, chosen: 1, below: 2, own: 3 } as const
export type DataScope = (typeof DataScope)[keyof typeof DataScope]

/** The role of a tenant's administrator: it stays, with everything it may. */
export const adminRoleCode = 'ROLE_ADMIN'
