import { setTimeout as pause } from 'node:timers/promises'
import { loopOf } from '@huanwei/fleet/cameras/picture-loop'
import { Codec, PacketKind } from '@huanwei/terminal/pictures/packet'
import { PictureTags } from '../../../media/picture-tags.ts'
import { PictureRecorder } from '../../../media/recording/recorder.ts'

/** Records a camera into the file of its argument, 12 pictures a second, and says after each how many it took. For tests: it runs until it is killed. */
const recorder = new PictureRecorder({ path: process.argv[2] ?? '', ended: (reason) => console.error(reason) })
const tags = new PictureTags()
const loop = loopOf(1)
for (let i = 0; ; i++) {
  const frame = loop[i % loop.length]
  if (!frame) throw new Error('an empty loop')
  const kind = frame.isKey ? PacketKind.intra : PacketKind.predicted
  const tag = tags.take({ codec: Codec.h264, kind, timestamp: i * 83, data: frame.data, isAfterLoss: false })
  if (typeof tag === 'object' && tags.description) recorder.show(tag, tags.description)
  process.stdout.write(`${i + 1}\n`)
  await pause(83)
}
