import { CubicleKind } from './codes.ts'

/** Registered numbers of cubicles; null where nobody said. */
export type Cubicles = { cubiclesMen: number | null; cubiclesWomen: number | null; cubiclesShared: number | null }

/** The kind of each cubicle by the number of the sensor at its door, from 1 on: men's first, then women's, then those for everybody. */
export const cubicleKinds = ({ cubiclesMen, cubiclesWomen, cubiclesShared }: Cubicles): CubicleKind[] =>
  [
    [CubicleKind.men, cubiclesMen] as const,
    [CubicleKind.women, cubiclesWomen] as const,
    [CubicleKind.shared, cubiclesShared] as const,
  ].flatMap(([kind, count]) => Array.from({ length: count ?? 0 }, () => kind))
