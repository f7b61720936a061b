import { Pace } from '@huanwei/contract/boards/codes'
import type { PanelData } from '@huanwei/contract/boards/endpoints'
import { say } from '@huanwei/words/say'
import { findReports } from '../../cleaning/queries.ts'
import type { BoardAsked, Source } from '../source.ts'
import { clockOf, withoutCity } from './events.ts'

/** Reports that are looked through for photos, and photos at most. */
const [looked, mostPhotos] = [60, 12]

type Filter = Pick<Parameters<typeof findReports>[2], 'type' | 'facilityId' | 'facilityType'>

/** The newest photos of finished work, one of each report. */
async function photosOf({ tx, viewer, language }: BoardAsked, filter: Filter): Promise<PanelData & { shape: 'photos' }> {
  const { records } = await findReports(tx, viewer, { current: 1, size: looked, ...filter }, viewer.departments)
  const photos = records.flatMap(({ id, processTime, processImg, facilityName, position, type }) => {
    const [fileName] = processImg.split(',').filter(Boolean)
    if (!fileName || !processTime) return []
    const place = facilityName || withoutCity(position)
    const text = [clockOf(processTime), place, say(language, `cleaning:type.${type}`)].join(' · ')
    return [{ key: String(id), fileName, text }]
  })
  return { shape: 'photos', photos: photos.slice(0, mostPhotos) }
}

/** The newest photos of finished work of a type, or all. */
export const cleaningPhotos: Source<'photos'> = {
  pace: Pace.slow,
  read: (asked, { cleaningType, facilityType }) => photosOf(asked, { facilityType, ...(cleaningType && { type: cleaningType }) }),
}

/** The newest photos of finished work at a facility. */
export const facilityPhotos: Source<'photos'> = {
  pace: Pace.slow,
  read: (asked) => photosOf(asked, { facilityId: asked.facilityId ?? 0 }),
}
