import { between, whole } from '@huanwei/city/random'
import { shanghaiMs } from '@huanwei/contract/time'
import { randomStream } from '../random.ts'

/** `time` epoch ms, `speed` km/h. */
type View = { plate: string; channel: number; time: number; lng: number; lat: number; speed: number }

const [width, height, horizon] = [800, 600, 260]

/** Draws the street as the camera of a vehicle sees it, with the caption of a recorder, as a JPEG. */
export async function drawPicture({ plate, channel, time, lng, lat, speed }: View): Promise<Buffer> {
  // Loaded on demand: most terminals never take a picture.
  const { default: sharp } = await import('sharp')
  const random = randomStream(Math.floor(lng * 2000), Math.floor(lat * 2000), channel)
  const local = new Date(time + shanghaiMs)
  const isNight = local.getUTCHours() < 6 || local.getUTCHours() >= 19
  const houses = Array.from({ length: 8 }, (_, i) => {
    const top = whole(random, 60, 200)
    const fill = `hsl(${whole(random, 20, 220)} 12% ${isNight ? 22 : whole(random, 55, 72)}%)`
    return `<rect x="${i * 104 - 10}" y="${top}" width="${between(random, 80, 104)}" height="${horizon - top + 40}" fill="${fill}"/>`
  })
  const stripes = Array.from({ length: 5 }, (_, i) => {
    const [y, half] = [horizon + 30 + i * i * 16, 2 + i * 2]
    return `<rect x="${width / 2 - half}" y="${y}" width="${2 * half}" height="${10 + i * 8}" fill="#e8e6da"/>`
  })
  const caption = `${local.toISOString().slice(0, 19).replace('T', ' ')}  ${plate}  CH${channel}  ${Math.round(speed)} km/h`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="${isNight ? '#1b2430' : '#b9cfe0'}"/>${houses.join('')}
    <rect y="${horizon}" width="${width}" height="${height - horizon}" fill="${isNight ? '#2b2f2b' : '#8c9a7c'}"/>
    <polygon points="360,${horizon} 440,${horizon} 800,600 0,600" fill="${isNight ? '#33373a' : '#5d6164'}"/>${stripes.join('')}
    <text x="16" y="34" font-size="24" font-family="sans-serif" fill="#fff">${caption}</text></svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 70 }).toBuffer()
}
