import { type Given, settings } from './config.ts'

/** Settings of the tools of this repository beside those of the product. */
const ofTools = ['ADMIN_PASSWORD', 'NATS_SERVER_BIN']
/** A name that begins so is meant for the product. */
const ownPrefix = /^(BASE_MAP|FLEET|JT1078|JT808|KEEP|MQTT|NATS|S3|SMS|VIDEO)_/i
/** Kubernetes sets these for each service, such as one that is called nats; `NAME_PORT` is an address then. */
const ofService = /_SERVICE_(HOST|PORT)(_|$)|_PORT_\d+_(TCP|UDP|SCTP)(_|$)/
const addressOfService = /^(tcp|udp|sctp):\/\//
/** Letters of the shortest names that are compared, and of those from which on two may differ. */
const [shortest, long, mostDifferent] = [6, 9, 2]

/**
 * Names in an environment that are no setting, but nearly one, each with the setting that may be meant. An environment has names of others: those that
 * differ in the first letter, as `SFTP_PORT` does, are taken for such.
 */
export function misspeltSettings(environment: Given): { name: string; setting: string }[] {
  const known = [...Object.keys(settings), ...ofTools].flatMap((name) => [name, `${name}_FILE`])
  const unknown = Object.entries(environment).flatMap(([name, value]) => {
    const isOfService = ofService.test(name) || (/_PORT$/.test(name) && addressOfService.test(value ?? ''))
    return !value || known.includes(name) || isOfService ? [] : [name]
  })
  return unknown.flatMap((name) => {
    const [isOwn, word] = [ownPrefix.test(name), name.toUpperCase()]
    const [nearest] = known
      .filter((setting) => setting[0] === word[0] && (isOwn || Math.abs(setting.length - word.length) <= mostDifferent))
      .map((setting) => ({ setting, distance: distanceOf(word, setting), begins: beginningOf(word, setting) }))
      .filter(({ setting, distance }) => isOwn || distance <= allowedFor(Math.min(word.length, setting.length)))
      .sort((one, other) => one.distance - other.distance || other.begins - one.begins)
    return nearest ? [{ name, setting: nearest.setting }] : []
  })
}

/** Letters that may differ where the shorter name has so many. */
const allowedFor = (letters: number) => (letters < shortest ? -1 : letters < long ? 1 : mostDifferent)

/** Letters with which both begin. */
function beginningOf(a: string, b: string): number {
  let n = 0
  while (n < a.length && a[n] === b[n]) n++
  return n
}

/** Letters to add, leave out, replace or swap with the next one, to make `a` of `b`. */
function distanceOf(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, replaced, isSwapped ? at(i - 2, j - 2) + 1 : Infinity))
    }
  }
  return at(a.length, b.length)
}
