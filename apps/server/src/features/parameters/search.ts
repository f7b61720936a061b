import type { Parsed } from '@huanwei/contract/endpoint'
import type { listParameters } from '@huanwei/contract/parameters/endpoints'
import type { Language } from '@huanwei/words/languages'
import type { Tx } from '../../db/connect.ts'
import type { Viewer } from '../../http/viewer.ts'
import { findParameters } from './queries.ts'
import { parameterOf } from './wire.ts'

type Filter = Pick<Parsed<typeof listParameters>, 'publicName' | 'publicKey' | 'system' | 'status'>

/** The parameters that match: names are compared as they are shown. An organisation has at most a few hundred. */
export async function searchParameters(tx: Tx, { tenantId }: Viewer, filter: Filter, language: Language) {
  const { publicName = '', publicKey = '', system, status } = filter
  const has = (text: string, part: string) => text.toLowerCase().includes(part.trim().toLowerCase())
  return (await findParameters(tx, tenantId))
    .map((row) => parameterOf(row, language))
    .filter((one) => has(one.publicName, publicName) && has(one.publicKey, publicKey))
    .filter((one) => (system ?? one.system) === one.system && (status ?? one.status) === one.status)
}
