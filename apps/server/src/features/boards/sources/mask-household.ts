/** The name of a household's toilet as strangers may read it: without the village, the first letter or digit and stars for the other ones. Pure. */
export function maskHousehold(name: string, village: string): string {
  const own = name.startsWith(village) ? name.slice(village.length) : name
  const [first = '', ...rest] = own
  return first + rest.map((letter) => (/\d|\p{L}/u.test(letter) ? '*' : letter)).join('')
}
