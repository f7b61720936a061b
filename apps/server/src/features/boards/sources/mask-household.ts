/** Common ends of the names of household toilets. */
const common = /(号?户厕|号)$/

/**
 * The name of a household's toilet as strangers may read it: without the village, the first letter or digit and stars for the other ones, but for an
 * end that all have. Pure.
 */
export function maskHousehold(name: string, village: string): string {
  const own = name.startsWith(village) ? name.slice(village.length) : name
  const [end = ''] = common.exec(own) ?? []
  const [first = '', ...rest] = own.slice(0, own.length - end.length)
  return first + rest.map((letter) => (/\d|\p{L}/u.test(letter) ? '*' : letter)).join('') + end
}
