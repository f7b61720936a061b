/** Kinds of monitored objects. Stored and sent as `objectType`. Source: spec 1, section 3. */
export const ObjectType = { person: '0', vehicle: '1', facility: '2' } as const
export type ObjectType = (typeof ObjectType)[keyof typeof ObjectType]
