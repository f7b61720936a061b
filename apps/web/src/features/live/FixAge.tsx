import { age } from '../../lib/time.ts'
import { serverNow } from '../../live/objects.ts'
import { useTick } from '../../ui/list-tick.ts'

/** "3 秒前", ticking, by the server's clock. `time` is epoch ms. */
export function FixAge({ time }: { time: number }) {
  useTick()
  return age(serverNow() - time)
}
