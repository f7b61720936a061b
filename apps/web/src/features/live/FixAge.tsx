import { useTick } from '../../lib/tick.ts'
import { age } from '../../lib/time.ts'
import { serverNow } from '../../live/objects.ts'

/** "3 秒前", ticking, by the server's clock. `time` is epoch ms. */
export function FixAge({ time }: { time: number }) {
  useTick()
  return age(serverNow() - time)
}
