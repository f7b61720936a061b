/**
 * Kinds of toilets: the six of a household, by what happens to the waste, then three of a public toilet, by how it stands. Source: the sanitary
 * household toilets of GB/T 38836, the public toilets of CJJ 14.
 */
export const ToiletKind = {
  threeChamber: 'threeChamber',
  twinUrn: 'twinUrn',
  biogas: 'biogas',
  separating: 'separating',
  alternating: 'alternating',
  sewered: 'sewered',
  detached: 'detached',
  attached: 'attached',
  movable: 'movable',
} as const
export type ToiletKind = (typeof ToiletKind)[keyof typeof ToiletKind]

/** Kinds that a list is asked for: one of them, or that nobody said which. */
export const ToiletKindAsked = { ...ToiletKind, unsaid: 'unsaid' } as const
export type ToiletKindAsked = (typeof ToiletKindAsked)[keyof typeof ToiletKindAsked]

/** What is asked of the sensors at the doors of cubicles: that there are any, or that one of them says that it is free. */
export const CubicleState = { sensed: 'sensed', free: 'free' } as const
export type CubicleState = (typeof CubicleState)[keyof typeof CubicleState]

/** Kinds of cubicles in the order in which the sensors at their doors are numbered, from 1 on. */
export const CubicleKind = { men: 'men', women: 'women', shared: 'shared' } as const
export type CubicleKind = (typeof CubicleKind)[keyof typeof CubicleKind]

/** Classes of facilities, the highest first: a public toilet has one of the first three. Source: CJJ 14, CJJ/T 47. */
export const facilityClasses = [1, 2, 3, 4, 5] as const
export type FacilityClass = (typeof facilityClasses)[number]
/** Years in which a facility can have been built. */
export const builtYears = { first: 1900, last: 2100 } as const
/** Cubicles of a kind, at most. */
export const mostCubicles = 200
/** m², at most. */
export const mostFloorArea = 1_000_000
