import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { nothing } from '../fields.ts'

/** Outside addresses that only people who are logged in are told. */
export const UnitLinks = z.object({
  /** Origins that `/myiframe` and outside links may lead to: `https://example.cn`. */
  frameOrigins: z.array(z.string()),
  /** The GPS page behind the video item, the evaluation site behind `/cwy`, the page of `/page-feixiang`; empty when there is none. */
  gpsUrl: z.string(),
  evaluationUrl: z.string(),
  feixiangUrl: z.string(),
})
export type UnitLinks = z.infer<typeof UnitLinks>

export const getUnitLinks = endpoint({
  method: 'GET',
  path: '/admin/unitInfo/links',
  access: 'session',
  summary: '外部地址',
  input: nothing,
  output: UnitLinks,
})
