import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, nothing, orNone, word } from '../fields.ts'
import { lastChange } from '../last-change.ts'
import { page, pageQuery } from '../page.ts'
import { recordCalls } from '../records.ts'
import { ParameterKind, ParameterStatus, ParameterType } from './codes.ts'

/** '1': the product reads it. Only its value and its remark change, and it stays. */
const system = z.enum({ own: '0', system: '1' })

const fields = {
  publicName: z.string().trim().min(1, word('enterParameterName')).max(50),
  publicKey: z
    .string()
    .trim()
    .regex(/^[A-Za-z][\w.-]{0,63}$/, word('parameterKey')),
  /** Text; a yes or no is `1` or `0`. */
  publicValue: z.string().trim().max(500),
  kind: z.enum(ParameterKind).default(ParameterKind.text),
  status: z.enum(ParameterStatus).default(ParameterStatus.on),
  publicType: z.enum(ParameterType).default(ParameterType.other),
  /** A code that clients of the family keep beside a parameter; the product does not read it. */
  validateCode: z.string().trim().max(64).default(''),
  remark: z.string().trim().max(200).default(''),
}

/** A setting of the organisation. Names of the product's own are in the caller's language. Source: spec 4, S1 §7.4. */
export const PublicParameter = z.object({
  ...fields,
  id: z.number(),
  system,
  /** Value until somebody changes it, and the bounds of a number; null for one of the organisation's own. */
  startValue: z.string().nullable(),
  least: z.number().nullable(),
  most: z.number().nullable(),
  createTime: z.string(),
  ...lastChange,
})
export type PublicParameter = z.infer<typeof PublicParameter>

/** Value of a parameter that is in use; null where there is none. */
export const getParameterValue = endpoint({
  method: 'GET',
  path: '/admin/param/publicValue/:key',
  access: 'session',
  input: z.object({ key: z.string().min(1).max(64) }),
  output: z.string().nullable(),
})

/** The product's own first, then the organisation's, newest first. */
export const listParameters = endpoint({
  method: 'GET',
  path: '/admin/param/page',
  access: 'session',
  input: pageQuery.extend({
    publicName: orNone(z.string().max(50)),
    publicKey: orNone(z.string().max(64)),
    system: orNone(system),
    status: orNone(z.enum(ParameterStatus)),
  }),
  output: page(PublicParameter),
})

/** Adds the product's own parameters that the organisation lacks: a button of the family's client. Values hold at once without it. */
export const syncParameters = endpoint({
  method: 'PUT',
  path: '/admin/param/sync',
  access: { permission: 'admin_syspublicparam_edit' },
  input: nothing,
  output: done,
})

/** Changes reach the whole organisation: 403 for who sees a part of it. */
export const {
  get: getParameter,
  add: addParameter,
  change: changeParameter,
  remove: removeParameter,
} = recordCalls('/admin/param', 'admin_syspublicparam', fields, PublicParameter)
