import { type jobs, workers } from '@huanwei/city/workers'
import { ObjectType } from '@huanwei/contract/objects'
import { dayMs } from '@huanwei/contract/time'
import type { Tx } from '../db/connect.ts'
import { documents } from '../features/documents/table.ts'
import { timeText } from '../lib/time.ts'
import type { DemoPhotos } from './photos.ts'

type Asset = { id: number }
type Assets = {
  fleet: readonly Asset[]
  facilities: readonly Asset[]
  cans: readonly Asset[]
  /** Ids of the field workers by staff number. */
  people: ReadonlyMap<string, number>
}
type Job = (typeof jobs)[number]['title']

/**
 * Days until the document of each of some assets ends, and the number of reminders about it that were sent. Of the last four each lacks one, which is
 * sent when the product starts.
 */
const ends = [
  [20, 1],
  [5, 2],
  [-3, 3],
  [96, 0],
  [150, 0],
  [204, 0],
  [260, 0],
  [330, 0],
  [26, 0],
  [12, 0],
  [6, 1],
  [-1, 2],
] as const

/** Adds insurances and licences of vehicles, photos of facilities, licences, certificates and contracts of people, and papers of cans. */
export async function loadDocuments(tx: Tx, { fleet, facilities, cans, people }: Assets, photos: DemoPhotos, now: Date) {
  const dayIn = (days: number) => timeText(now.getTime() + days * dayMs).slice(0, 10)
  const picture = (text: string, n: number) => photos.after(text, 2 * n)
  const paper = (objectType: ObjectType, { id: objectId }: Asset, kind: string, name: string, n: number) => ({
    tenantId: 1,
    objectType,
    objectId,
    kind,
    name,
    files: picture(name, n),
  })
  const endingOf = (objectType: ObjectType, assets: readonly Asset[], kind: string, name: string, from = 0) =>
    ends.slice(from).flatMap(([days, reminded], i) => {
      const asset = assets[i * 7]
      return asset ? [{ ...paper(objectType, asset, kind, name, i), expires: dayIn(days), reminded }] : []
    })
  const peopleOf = (job: Job) =>
    workers().flatMap((one) => {
      const id = one.job === job ? people.get(one.username) : undefined
      return id === undefined ? [] : [{ id }]
    })
  const [drivers, cleaners] = [peopleOf('驾驶员'), peopleOf('保洁员')]
  await tx.insert(documents).values([
    ...endingOf(ObjectType.vehicle, fleet, '2', '商业险保单'),
    ...fleet
      .filter((_, i) => i % 7 === 0)
      .slice(0, ends.length)
      .map((vehicle, i) => paper(ObjectType.vehicle, vehicle, '1', '行驶证', i)),
    ...facilities
      .slice(0, 6)
      .map((facility, i) => ({ ...paper(ObjectType.facility, facility, '8', '外观照片', i), files: picture('公厕', i) })),
    ...endingOf(ObjectType.person, drivers, '4', '驾驶证', 2),
    ...endingOf(ObjectType.person, cleaners, '5', '健康证', 4),
    ...drivers.slice(0, 8).map((driver, i) => paper(ObjectType.person, driver, '6', '劳动合同', i)),
    ...endingOf(ObjectType.facility, cans, '3', '年检报告', 7),
    ...cans
      .slice(0, 8)
      .map((can, i) => ({ ...paper(ObjectType.facility, can, '8', '安装照片', i), files: picture('垃圾桶', i) })),
  ])
}
