import { lat, lng, word } from '@huanwei/contract/fields'
import { z } from 'zod'

/** What a form has of a place that the calls take as `lng` and `lat`. */
export const placeField = { place: z.object({ lng, lat }, word('choosePlace')) }
export const withoutPlace = { lng: true, lat: true } as const

type Placed = { lng: number; lat: number }

/** A record as the form begins with it. */
export const withPlace = <R extends Placed>({ lng, lat, ...record }: R) => ({ ...record, place: { lng, lat } })
