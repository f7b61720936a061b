import { BlockList, isIP } from 'node:net'

/** Parses addresses and networks (`10.2.0.0/16, 192.0.2.7`), separated by commas; undefined for what is none. */
export function parseRange(text: string): BlockList | undefined {
  const range = new BlockList()
  for (const part of text.split(',').map((one) => one.trim())) {
    const [address = '', bits, ...rest] = part.split('/')
    const version = isIP(address)
    const longest = version === 4 ? 32 : 128
    const length = bits === undefined ? longest : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN
    if (!version || rest.length || !(length <= longest)) return undefined
    range.addSubnet(address, length, version === 4 ? 'ipv4' : 'ipv6')
  }
  return range
}

/** True when an address is in a range; every one is in an empty range. */
export function isInRange(range: string, address: string) {
  if (!range) return true
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '')
  return parseRange(range)?.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4') ?? false
}
