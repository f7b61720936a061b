/** A province, city or district, with everything before it. */
const unit = /^.*[省市区县州盟旗]/

/**
 * Number of characters that all of these addresses begin with and that name a province, a city or a district: it tells nobody which of them is
 * meant. 0 for one address alone, and where one would have nothing left. Pure.
 */
export function sharedPlace(addresses: readonly string[]): number {
  const [first, ...others] = addresses.filter(Boolean)
  if (!first || others.length === 0) return 0
  let length = 0
  while (length < first.length && others.every((one) => one[length] === first[length])) length++
  const shared = unit.exec(first.slice(0, length))?.[0].length ?? 0
  return addresses.some((one) => one.length === shared) ? 0 : shared
}
