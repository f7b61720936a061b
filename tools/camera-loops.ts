import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { pieceMs, pieces, sampleAt, soundRate } from '../apps/fleet/src/cameras/sound.ts'

/** Draws the pictures that the simulated cameras send in a loop, and encodes them with ffmpeg, which has to be installed. Run once: the results are in the repository. */
const folder = join(import.meta.dirname, '../apps/fleet/src/cameras/loops')
const framesPerSecond = 12
const seconds = 4
const count = framesPerSecond * seconds
const [width, height, horizon] = [640, 360, 150]

/** Place on the street at `near` (0 at the horizon, 1 at the camera), `side` of its middle (-1 left edge, 1 right edge). */
const placeOn = (near: number, side: number) => ({
  x: width / 2 + side * (16 + near * 330),
  y: horizon + near * (height - horizon),
})

/** `phase` runs from 0 to 1 and starts anew without a jump. */
function drawStreet(phase: number): string {
  const stripes = Array.from({ length: 8 }, (_, i) => {
    const near = ((i + phase * 8) % 8) / 8
    const { x, y } = placeOn(near ** 2, 0)
    const half = 1 + near ** 2 * 7
    return `<rect x="${x - half}" y="${y}" width="${2 * half}" height="${2 + near ** 2 * 34}" fill="#e8e6da"/>`
  })
  const trees = Array.from({ length: 6 }, (_, i) => {
    const near = (((i + phase * 6) % 6) / 6) ** 2
    return [-1.25, 1.25].map((side) => {
      const { x, y } = placeOn(near, side)
      const size = 8 + near * 120
      return `<rect x="${x - size / 14}" y="${y - size}" width="${size / 7}" height="${size}" fill="#5a4632"/><circle cx="${x}" cy="${y - size}" r="${size / 2.4}" fill="#4e7a45"/>`
    })
  })
  const car = placeOn(0.28 + 0.12 * Math.sin(phase * 2 * Math.PI), 0.42)
  const oncoming = placeOn((phase * 2) % 1, -0.45)
  const scale = 0.25 + ((phase * 2) % 1) * 1.6
  const walker = 250 + 140 * Math.sin(phase * 2 * Math.PI)
  const houses = [40, 120, 96, 150, 70, 110, 132, 60].map(
    (tall, i) =>
      `<rect x="${i * 82 - 6}" y="${horizon - tall * 0.8}" width="74" height="${tall * 0.8 + 6}" fill="hsl(${i * 37} 14% ${58 + (i % 3) * 6}%)"/>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="#bcd3e4"/>${houses.join('')}
    <rect y="${horizon}" width="${width}" height="${height - horizon}" fill="#87977a"/>
    <polygon points="304,${horizon} 336,${horizon} 690,${height} -50,${height}" fill="#5d6164"/>${stripes.join('')}
    <circle cx="${walker}" cy="${horizon + 6}" r="4" fill="#e9b48a"/><rect x="${walker - 4}" y="${horizon + 10}" width="8" height="16" fill="#f28c28"/>
    <g transform="translate(${car.x} ${car.y})"><rect x="-26" y="-34" width="52" height="34" rx="5" fill="#2f7d4f"/><rect x="-20" y="-29" width="40" height="12" fill="#cfe6ee"/><rect x="-24" y="-9" width="9" height="5" fill="#d33"/><rect x="15" y="-9" width="9" height="5" fill="#d33"/></g>
    <g transform="translate(${oncoming.x} ${oncoming.y}) scale(${scale})"><rect x="-24" y="-30" width="48" height="30" rx="6" fill="#3d5f9e"/><rect x="-18" y="-26" width="36" height="11" fill="#dbe9f2"/><circle cx="-17" cy="-7" r="4" fill="#fff6c2"/><circle cx="17" cy="-7" r="4" fill="#fff6c2"/></g>
    ${trees.flat().join('')}</svg>`
}

const pictures = mkdtempSync(join(tmpdir(), 'huanwei-camera-'))
for (let i = 0; i < count; i++) {
  const png = await sharp(Buffer.from(drawStreet(i / count)))
    .png()
    .toBuffer()
  await writeFile(join(pictures, `${String(i).padStart(3, '0')}.png`), png)
}
const drawn = `-framerate ${framesPerSecond} -i ${join(pictures, '%03d.png')}`
/** A second of nothing: what a camera sends whose lens is covered or broken. */
const black = `-f lavfi -i color=black:s=${width}x${height}:r=${framesPerSecond}:d=1`
const group = `keyint=${framesPerSecond}:min-keyint=${framesPerSecond}:repeat-headers=1`
const avc = `libx264 -profile:v baseline -x264-params ${group}:scenecut=0:slices=1:threads=1`
const hevc = `libx265 -x265-params ${group}:scenecut=0:bframes=0:open-gop=0:slices=1:pools=1:frame-threads=1:info=0`
function encode(name: string, pictures: string, size: string, kbps: number) {
  const [encoder, format] = name.endsWith('.h265') ? [hevc, 'hevc'] : [avc, 'h264']
  const codec = `-vf scale=${size},format=yuv420p -preset veryslow -c:v ${encoder}`
  const rate = `-b:v ${kbps}k -maxrate ${kbps * 1.5}k -bufsize ${kbps}k`
  execFileSync('ffmpeg', [...`-y -loglevel error ${pictures} ${codec} ${rate} -f ${format}`.split(' '), join(folder, name)])
}
for (const [name, size, kbps] of [
  ['main', '640:360', 340],
  ['sub', '352:288', 130],
] as const) {
  encode(`${name}.h264`, drawn, size, kbps)
  encode(`${name}-black.h264`, black, size, kbps)
  encode(`${name}.h265`, drawn, size, kbps / 2)
}
// The clip that a driving assistant keeps of an alarm.
const copied = `-y -loglevel error -framerate ${framesPerSecond} -i ${join(folder, 'sub.h264')} -c copy -movflags +faststart`
execFileSync('ffmpeg', [...copied.split(' '), join(folder, 'clip.mp4')])
// What the microphones hear, for cameras that send it as AAC.
const samples = Buffer.alloc(soundRate * pieces * (pieceMs / 1000) * 2)
for (let i = 0; i * 2 < samples.length; i++) samples.writeInt16LE(sampleAt(i / soundRate), i * 2)
const heard = join(pictures, 'sound.pcm')
await writeFile(heard, samples)
const sound = `-y -loglevel error -f s16le -ar ${soundRate} -ac 1 -i ${heard} -c:a aac -b:a 16k -f adts`
execFileSync('ffmpeg', [...sound.split(' '), join(folder, 'sound.aac')])
rmSync(pictures, { recursive: true })
