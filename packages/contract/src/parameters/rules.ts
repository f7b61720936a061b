import { type BuiltInParameter, builtInParameters, ParameterKind } from './codes.ts'

/** True for the key of a parameter that the product reads. */
export const isBuiltIn = (key: string): key is BuiltInParameter => Object.hasOwn(builtInParameters, key)

/** Bounds of a number, both inclusive; those of the database's integer where there are no others. */
export const boundsOf = (key: string) =>
  isBuiltIn(key) ? builtInParameters[key] : { least: -2_147_483_648, most: 2_147_483_647 }

/** True when `value` is one of this kind, and within the bounds of its key. Pure. */
export function isParameterValue(kind: ParameterKind, key: string, value: string): boolean {
  if (kind === ParameterKind.text) return true
  if (kind === ParameterKind.yesNo) return value === '0' || value === '1'
  const { least, most } = boundsOf(key)
  return /^-?(0|[1-9]\d{0,9})$/.test(value) && Number(value) >= least && Number(value) <= most
}
