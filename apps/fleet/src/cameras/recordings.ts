import { dayMs, hourMs, minuteMs, shanghaiMs } from '@huanwei/contract/time'
import { RecordedContent, type RecordedFile, RecordedStream } from '@huanwei/terminal/messages/playback'

/** Days that a terminal keeps before it writes over them. */
const keptDays = 7
const fileMs = 30 * minuteMs
/** What a second of a recording takes. */
export const recordedBytesPerSecond = 16_000

/** A camera records while the engine runs: from 5:00 to 22:00 without the noon; the second one begins an hour later. Hours of the day in Shanghai. */
function isRecorded(startOfFile: number, channel: number) {
  const hour = ((startOfFile + shanghaiMs) % dayMs) / hourMs
  return hour >= (channel === 2 ? 6 : 5) && hour < 22 && !(hour >= 11.5 && hour < 12.5)
}

/** The files that a camera has of a span at `now`, the oldest first; half an hour each, and the last one as far as it is written. Epoch ms. */
export function recordingsOf(channel: number, { start = 0, end = Infinity }, now: number): RecordedFile[] {
  const files: RecordedFile[] = []
  const first = Math.max(start, now - keptDays * dayMs)
  for (let at = first - (first % fileMs); at < Math.min(end, now); at += fileMs) {
    if (!isRecorded(at, channel)) continue
    const until = Math.min(at + fileMs, now - (now % 1000))
    if (until <= first || until <= at) continue
    files.push({
      channel,
      start: at,
      end: until,
      alarms: '0'.repeat(16),
      content: RecordedContent.soundAndPicture,
      stream: RecordedStream.main,
      storage: 1,
      size: ((until - at) / 1000) * recordedBytesPerSecond,
    })
  }
  return files
}
