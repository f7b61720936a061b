import { WasteType } from '@huanwei/contract/cans/codes'
import { addCan } from '@huanwei/contract/cans/endpoints'
import { canType } from '@huanwei/contract/dictionaries/codes'
import { ToiletKind } from '@huanwei/contract/facilities/codes'
import { addFacility } from '@huanwei/contract/facilities/endpoints'
import type { SheetColumn } from '@huanwei/contract/imports/codes'
import type { z } from 'zod'
import type { Tx } from '../../db/connect.ts'
import { mayUse } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import { newCode } from '../../lib/code.ts'
import { initialsOf } from '../../lib/initials.ts'
import { findPlacesCalled, insertFacilities, type NewFacility, type PlaceRow, updateFacility } from '../facilities/queries.ts'
import { asNumber, asText, checkAssetRows, type Reader, type RightRow } from './asset-rows.ts'
import { choiceFinder, departmentFinder, dictionaryChoices, namedChoices } from './finders.ts'
import type { Kind } from './import-rows.ts'
import { stateOf, type Tell, tellIn } from './sheet-rows.ts'
import type { SheetChoices } from './template.ts'

export const facilityChoices = async (tx: Tx, viewer: Viewer) =>
  ({
    facilityType: (await dictionaryChoices(tx, viewer, 'facility_type')).filter(({ value }) => value !== canType),
    toiletKind: namedChoices(Object.values(ToiletKind), (value) => `facilities:toilet.${value}`),
  }) satisfies SheetChoices
export const canChoices = async () =>
  ({ wasteType: namedChoices(Object.values(WasteType), (value) => `live:waste.${value}`) }) satisfies SheetChoices

const texts = ['name', 'address', 'intercomAccount', 'remark'] as const

const readersOf = async (tx: Tx, viewer: Viewer, tell: Tell, own: readonly [SheetColumn, Reader][]) =>
  new Map<SheetColumn, Reader>([
    ...texts.map((column) => [column, asText(column)] as const),
    ['deptName', { field: 'deptId', read: await departmentFinder(tx, viewer, tell) }],
    ['lng', asNumber('lng', tell)],
    ['lat', asNumber('lat', tell)],
    ...own,
  ])

/** A place is known by the code of its sticker; without one, by its name in its department. */
const codeKey = (code: string) => `code ${code.toUpperCase()}`
const nameKey = (deptId: unknown, name: string) => `name ${deptId} ${name}`

/** Fields of the form that both kinds of places have. */
type PlaceFields = Omit<NewFacility, 'code' | 'initials' | 'facilityType'> & { facilityType?: string }

type Sheet<F extends z.ZodType<PlaceFields>> = {
  form: F
  /** Columns that only this kind of place has. */
  readers: (tx: Tx, viewer: Viewer, tell: Tell) => Promise<[SheetColumn, Reader][]>
  isCan: boolean
  permission: 'admin_facility_edit' | 'admin_garbagecan_edit'
}

const placeSheet = <F extends z.ZodType<PlaceFields>>({ form, readers, isCan, permission }: Sheet<F>) =>
  ({
    unique: 'facility_',
    mayUpdate: ({ permissions }) => permissions.has(permission),
    prepare: async () => undefined,

    async check(tx, viewer, rows, { language, isUpdate, isWriting }) {
      const tell = tellIn(language)
      const called = {
        codes: rows.flatMap(({ cells }) => cells.code?.toUpperCase() ?? []),
        names: rows.flatMap(({ cells: { code, name } }) => (code === undefined && name ? name : [])),
        isCan,
      }
      const known = await findPlacesCalled(tx, viewer.tenantId, called, isWriting)
      const checked = await checkAssetRows(rows, {
        language,
        tell,
        isUpdate,
        form,
        columns: await readersOf(tx, viewer, tell, await readers(tx, viewer, tell)),
        keysOf: ({ code, name = '' }, { deptId }) => (code === undefined ? [nameKey(deptId, name)] : [codeKey(code)]),
        known: new Map(
          known.flatMap((place) => [
            [codeKey(place.code), place],
            [nameKey(place.deptId, place.name), place],
          ]),
        ),
        fieldsOf: (place) => (mayUse(viewer, place.deptId) ? place : undefined),
        words: { known: 'imports:problem.known', outOfSight: 'imports:problem.noCode' },
        missing: ({ code }) => (code === undefined ? [] : [{ field: 'code', text: tell('imports:problem.noCode') }]),
      })
      return { ...checked, seen: stateOf(known) }
    },

    async write(tx, viewer, right) {
      const fieldsOf = ({ data: { facilityType = canType, ...data } }: RightRow<z.ZodType<PlaceFields>, PlaceRow>) => ({
        ...data,
        facilityType,
        initials: initialsOf(data.name),
      })
      const added = right.filter(({ before }) => !before)
      await insertFacilities(
        tx,
        viewer,
        added.map((row) => ({ ...fieldsOf(row), code: newCode() })),
      )
      for (const row of right) if (row.before) await updateFacility(tx, viewer, row.before.id, fieldsOf(row))
    },
  }) satisfies Kind<RightRow<F, PlaceRow>, undefined>

const facilityNumbers = ['facilityClass', 'builtYear', 'floorArea', 'cubiclesMen', 'cubiclesWomen', 'cubiclesShared'] as const
const facilityTexts = ['equipment', 'openingHours', 'managerName'] as const

export const facilitySheet = placeSheet({
  // A sheet has no photos, and leaves those that there are.
  form: addFacility.input.omit({ photos: true }),
  isCan: false,
  permission: 'admin_facility_edit',
  readers: async (tx, viewer, tell) => {
    const { facilityType, toiletKind } = await facilityChoices(tx, viewer)
    return [
      ['facilityType', { field: 'facilityType', read: choiceFinder(facilityType, tell) }],
      ['toiletKind', { field: 'toiletKind', read: choiceFinder(toiletKind, tell) }],
      ...facilityNumbers.map((column): [SheetColumn, Reader] => [column, asNumber(column, tell)]),
      ...facilityTexts.map((column): [SheetColumn, Reader] => [column, asText(column)]),
    ]
  },
})

export const canSheet = placeSheet({
  form: addCan.input,
  isCan: true,
  permission: 'admin_garbagecan_edit',
  readers: async (_tx, _viewer, tell) => {
    const { wasteType } = await canChoices()
    return [
      ['wasteType', { field: 'wasteType', read: choiceFinder(wasteType, tell) }],
      ['capacity', asNumber('capacity', tell)],
    ]
  },
})
