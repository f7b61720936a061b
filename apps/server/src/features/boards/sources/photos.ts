import { Pace } from '@huanwei/contract/boards/codes'
import type { PanelData } from '@huanwei/contract/boards/endpoints'
import { say } from '@huanwei/words/say'
import { findReports } from '../../cleaning/queries.ts'
import { findFacility } from '../../facilities/queries.ts'
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

/** The photos of a facility, then the newest ones of finished work there. */
export const facilityPhotos: Source<'photos'> = {
  pace: Pace.slow,
  async read(asked) {
    const { tx, viewer, language, facilityId = 0 } = asked
    const found = await findFacility(tx, viewer, facilityId, language)
    const names = new Set(found?.photos.split(',').filter(Boolean))
    const own = [...names].map((fileName) => ({ key: fileName, fileName, text: found?.name ?? '' }))
    const ofWork = await photosOf(asked, { facilityId })
    return { shape: 'photos', photos: [...own, ...ofWork.photos].slice(0, mostPhotos) }
  },
}
