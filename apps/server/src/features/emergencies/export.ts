import { type ListedEmergency, listEmergencies } from '@huanwei/contract/emergencies/endpoints'
import { stateOf } from '@huanwei/contract/emergencies/rules'
import { departmentsFor } from '../../db/scope.ts'
import { choice, type ExportList, exportList, figure, moment, rowId, text } from '../../lib/export-list.ts'
import { verdictKeys } from '../violations/verdict-keys.ts'
import { findEmergencies } from './queries.ts'
import { emergencies } from './table.ts'

const columns = [
  moment<ListedEmergency>('emergencies:time', (row) => row.time),
  choice<ListedEmergency>('emergencies:kind', ({ isDrill }) => (isDrill ? 'emergencies:drill' : 'emergencies:sos')),
  text<ListedEmergency>('emergencies:object', (row) => row.objectName),
  text<ListedEmergency>('emergencies:department', (row) => row.deptName),
  text<ListedEmergency>('emergencies:position', (row) => row.position, 40),
  figure<ListedEmergency>('list:longitude', (row) => row.lng),
  figure<ListedEmergency>('list:latitude', (row) => row.lat),
  figure<ListedEmergency>('emergencies:callCount', (row) => row.calls),
  choice<ListedEmergency>('emergencies:tier', ({ tier }) => (tier === null ? null : `emergencies:people.${tier}`)),
  text<ListedEmergency>('emergencies:acknowledgedBy', (row) => row.acknowledgement?.by ?? null),
  moment<ListedEmergency>('emergencies:acknowledgedTime', (row) => row.acknowledgement?.time ?? null),
  figure<ListedEmergency>('emergencies:acknowledgedSeconds', (row) => row.acknowledgement?.seconds ?? null, 16),
  text<ListedEmergency>('emergencies:closedBy', (row) => row.closing?.by || null),
  moment<ListedEmergency>('emergencies:closedTime', (row) => row.closing?.time ?? null),
  figure<ListedEmergency>('emergencies:closedSeconds', (row) => row.closing?.seconds ?? null, 16),
  choice<ListedEmergency>('emergencies:state', (row) => `emergencies:states.${stateOf(row)}`),
  choice<ListedEmergency>('emergencies:verdict', ({ verdict }) => (verdict === null ? null : verdictKeys[verdict])),
  text<ListedEmergency>('emergencies:remark', (row) => row.closing?.remark ?? null, 40),
]

/** Lists of this noun that can be exported. */
export const emergencyExports: readonly ExportList[] = [
  exportList(listEmergencies, 'emergencies:title', {
    key: { tenantId: emergencies.tenantId, time: emergencies.time, id: emergencies.id },
    idOf: rowId,
    columns,
    find: async (tx, viewer, filter) => findEmergencies(tx, viewer, filter, await departmentsFor(tx, viewer, filter.deptId)),
  }),
]
