import { z } from 'zod'

/** A tab that could sound the call `key`, and its place among the tabs: the lowest sounds. */
const Claim = z.object({ key: z.string(), rank: z.number() })
type Claim = z.infer<typeof Claim>
/** Rank of the tab that sounds already: one that was too busy to hear its claim gives way. */
const soundsAlready = -1

/** Time in which the other tabs claim, ms. A tab out of sight is woken up once a second only. */
const claimMs = 150
const patienceMs = 1500

export type Air = Pick<BroadcastChannel, 'postMessage' | 'close'> & { onmessage: ((event: MessageEvent) => void) | null }

type Parts = {
  /** Channel that all tabs of the browser share. */
  air: Air
  /** Clock, ms. */
  now: () => number
  after: (ms: number, run: () => void) => void
  rank: () => number
  /** True when the browser lets this tab sound. */
  canSound: () => boolean
  sound: () => void
  /** No tab of the browser may sound. */
  onSilence: () => void
}

/** Lets one tab of the browser sound a call: of those that may, the one with the lowest rank (≥ 0). Works without a secure context, which Web Locks need. */
export function createElection({ air, now, after, rank, canSound, sound, onSilence }: Parts) {
  /** Time of the first claim heard or made, and the lowest rank, by call. */
  const claims = new Map<string, { since: number; lowest: number }>()
  const rung = new Set<string>()
  function note({ key, rank }: Claim) {
    const { since, lowest } = claims.get(key) ?? { since: now(), lowest: rank }
    claims.set(key, { since, lowest: Math.min(rank, lowest) })
  }

  function claim(key: string, rank: number) {
    note({ key, rank })
    air.postMessage({ key, rank })
  }

  air.onmessage = ({ data }) => {
    const heard = Claim.safeParse(data)
    if (heard.success) note(heard.data)
  }
  return {
    ring(key: string) {
      if (rung.has(key)) return
      rung.add(key)
      if (!canSound()) return after(patienceMs, () => claims.has(key) || onSilence())
      const first = claims.get(key)
      // Another tab sounds by now.
      if (first && now() - first.since >= claimMs) return
      const mine = rank()
      claim(key, mine)
      after(claimMs, () => {
        if (claims.get(key)?.lowest !== mine) return
        claim(key, soundsAlready)
        sound()
      })
    },
    close: () => air.close(),
  }
}
