import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, nothing, word } from '../fields.ts'
import { StoredFile, uploadInput } from '../files/endpoints.ts'
import { lastChange, madeFrom } from '../last-change.ts'
import { isOwnPath, outsideOrigin, outsideUrl, videoServerUrl } from './rules.ts'

/** Outside addresses that only people who are logged in are told. */
export const UnitLinks = z.object({
  /** Origins that `/myiframe` and outside links may lead to: `https://example.cn`; browsers show one of http only where the product itself is opened by http. */
  frameOrigins: z.array(z.string()),
  /** The GPS page behind the video item, the evaluation site behind `/cwy`, the page of `/page-feixiang`; empty when there is none. */
  gpsUrl: z.string(),
  evaluationUrl: z.string(),
  feixiangUrl: z.string(),
})
export type UnitLinks = z.infer<typeof UnitLinks>

/**
 * Names of an organisation and the outside servers it uses. Passwords are answered as set or not set only: they stay
 * with the server. Source: spec 1, section 3.
 */
export const Unit = UnitLinks.extend({
  /** The tenant's. */
  id: z.number(),
  /** Empty where the default stands. */
  systemName: z.string(),
  shortName: z.string(),
  /** Names of stored pictures. */
  logo: z.string(),
  ico: z.string(),
  /** Whom to ask who cannot log in; shown before the log-in. */
  contact: z.string(),
  videoSource: z.string(),
  account: z.string(),
  hasPassword: z.boolean(),
  intercomAccount: z.string(),
  hasIntercomPassword: z.boolean(),
  intercomUrl: z.string(),
  ...lastChange,
})
export type Unit = z.infer<typeof Unit>

const text = (length: number) => z.string().trim().max(length)
/** An outside address, or a path of this installation. */
const url = text(500).refine((value) => value === '' || isOwnPath(value) || outsideUrl(value), word('outsideAddress'))
const origin = text(200).transform((value, context) => {
  const found = outsideOrigin(value)
  if (found) return found
  context.addIssue({ code: 'custom', message: word('outsideAddress') })
  return z.NEVER
})
const fileName = text(64)

/** Absent fields stay unchanged (empty in a new one). A sent password is stored, an empty one removes it. */
export const UnitForm = z.object({
  systemName: text(50).optional(),
  shortName: text(20).optional(),
  logo: fileName.optional(),
  ico: fileName.optional(),
  contact: text(100).optional(),
  /** Host, or address with port, of a CMSV6 server of its own. */
  videoSource: text(200)
    .refine((value) => value === '' || videoServerUrl(value), word('outsideAddress'))
    .optional(),
  account: text(64).optional(),
  password: z.string().max(128).optional(),
  intercomAccount: text(64).optional(),
  intercomPassword: z.string().max(128).optional(),
  intercomUrl: text(200).optional(),
  frameOrigins: z.array(origin).max(50).optional(),
  gpsUrl: url.optional(),
  evaluationUrl: url.optional(),
  feixiangUrl: url.optional(),
})
export type UnitForm = z.infer<typeof UnitForm>

/** The own unit, null while nothing is set. `id` other than the own is 404. */
export const getUnit = endpoint({
  method: 'POST',
  path: '/admin/unitInfo/getUnitInfoById',
  access: 'session',
  reads: true,
  input: z.object({ id: id.optional() }),
  output: Unit.nullable(),
})
/** 409 when there is one. */
export const addUnit = endpoint({
  method: 'POST',
  path: '/admin/unitInfo/addUnitInfo',
  access: { permission: 'sys_unit_edit' },
  input: UnitForm,
  output: Unit,
})
/** 404 when there is none. */
export const changeUnit = endpoint({
  method: 'POST',
  path: '/admin/unitInfo/modifyUnitInfo',
  access: { permission: 'sys_unit_edit' },
  input: UnitForm.extend(madeFrom),
  output: Unit,
})
/** Stores a picture for the unit: png, jpeg, webp or gif, at most 5 MB. `url` is signed. */
export const uploadUnitPicture = endpoint({
  method: 'POST',
  path: '/admin/unitInfo/upload',
  access: { permission: 'sys_unit_edit' },
  takesFile: true,
  input: uploadInput,
  output: StoredFile,
})
/** Puts a stored picture up as logo or favicon; an empty name brings the built-in one back. Makes the unit when there is none. */
export const bindUnit = endpoint({
  method: 'POST',
  path: '/admin/unitInfo/bindUnitInfo',
  access: { permission: 'sys_unit_edit' },
  input: z.object({ kind: z.enum(['logo', 'ico']), fileName, ...madeFrom }),
  output: done,
})

/** How a browser logs in with the desktop helper of the organisation's own intercom. */
export const IntercomHelper = Unit.pick({ intercomAccount: true, intercomUrl: true }).extend({ intercomPassword: z.string() })
export type IntercomHelper = z.infer<typeof IntercomHelper>

/** Null where the unit has no intercom of its own, which takes an address, an account and a password. Source: spec 3, section 17. */
export const getIntercomHelper = endpoint({
  method: 'GET',
  path: '/admin/unitInfo',
  access: { permission: 'intercom' },
  input: nothing,
  output: IntercomHelper.nullable(),
})

export const getUnitLinks = endpoint({
  method: 'GET',
  path: '/admin/unitInfo/links',
  access: 'session',
  input: nothing,
  output: UnitLinks,
})
