import { setTimeout as pause } from 'node:timers/promises'
import { framesPerSecond, loopOf } from '@huanwei/fleet/cameras/picture-loop'
import { Codec, PacketKind } from '@huanwei/terminal/pictures/packet'
import { readGrown } from '../../../media/mp4/growing.ts'
import { PictureTags } from '../../../media/picture-tags.ts'
import { PictureRecorder } from '../../../media/recording/recorder.ts'

/**
 * Records a camera into the file of its argument, 12 pictures a second, and says after each how many it took. It takes no more before the disk has all
 * but those of the last second, however slow it is. For tests: it runs until it is killed.
 */
const path = process.argv[2] ?? ''
const recorder = new PictureRecorder({ path, ended: (reason) => console.error(reason) })
const tags = new PictureTags()
const loop = loopOf(1)
const onDisk = async () => (await readGrown(path).catch(() => undefined))?.samples.length ?? 0
for (let i = 0; ; i++) {
  while (i - (await onDisk()) >= framesPerSecond) await pause(10)
  const frame = loop[i % loop.length]
  if (!frame) throw new Error('an empty loop')
  const kind = frame.isKey ? PacketKind.intra : PacketKind.predicted
  const tag = tags.take({ codec: Codec.h264, kind, timestamp: i * 83, data: frame.data, isAfterLoss: false })
  if (typeof tag === 'object' && tags.description) recorder.show(tag, tags.description)
  process.stdout.write(`${i + 1}\n`)
  await pause(83)
}
