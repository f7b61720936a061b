import { listProviders, type SocialProvider } from '@huanwei/contract/social/endpoints'
import { type ExportList, exportList, moment, rowId, text } from '../../lib/export-list.ts'
import { socialProviders } from '../session/table.ts'
import { findProviders } from './queries.ts'

const providerColumns = [
  text<SocialProvider>('tokens:provider.remark', (row) => row.remark),
  text<SocialProvider>('tokens:provider.type', (row) => row.type),
  text<SocialProvider>('tokens:provider.issuer', (row) => row.issuer, 40),
  text<SocialProvider>('tokens:provider.appId', (row) => row.appId, 24),
  moment<SocialProvider>('tokens:provider.createTime', (row) => row.createTime),
]

/** Lists of this noun that can be exported. */
export const socialExports: readonly ExportList[] = [
  exportList(listProviders, 'tokens:tab.providers', {
    key: { tenantId: socialProviders.tenantId, time: socialProviders.createTime, id: socialProviders.id },
    idOf: rowId,
    columns: providerColumns,
    find: (tx, { tenantId }, filter) => findProviders(tx, tenantId, filter),
  }),
]
