import { listAreas } from '@huanwei/contract/areas/endpoints'
import { metresBetween } from '@huanwei/contract/geometry'
import { departmentsFor } from '../../db/scope.ts'
import { choice, type ExportList, exportList, figure, moment, rowId, text } from '../../lib/export-list.ts'
import { type AreaRow, findAreas } from './queries.ts'
import { areas } from './table.ts'

/** Length of a route, metres. */
const lengthOf = (line: readonly (readonly [number, number])[]) =>
  Math.round(line.slice(1).reduce((sum, [lng, lat], i) => sum + metresBetween(...(line[i] ?? [lng, lat]), lng, lat), 0))

/** The centre of a circle or the first point of another shape, degrees. */
function placeOf({ shape }: AreaRow) {
  if (shape.kind === 'circle') return shape.centre
  return shape.kind === 'polygon' ? shape.ring[0] : shape.line[0]
}

const areaColumns = [
  text<AreaRow>('areas:name', (row) => row.name, 24),
  text<AreaRow>('areas:department', (row) => row.deptName),
  choice<AreaRow>('areas:shape', ({ shape }) => `areas:kinds.${shape.kind}`),
  figure<AreaRow>('areas:radiusMetres', ({ shape }) => (shape.kind === 'circle' ? shape.radius : null)),
  figure<AreaRow>('areas:lengthMetres', ({ shape }) => (shape.kind === 'route' ? lengthOf(shape.line) : null)),
  figure<AreaRow>('areas:widthMetres', ({ shape }) => (shape.kind === 'route' ? shape.width : null)),
  figure<AreaRow>('list:longitude', (row) => placeOf(row)?.[0] ?? null),
  figure<AreaRow>('list:latitude', (row) => placeOf(row)?.[1] ?? null),
  figure<AreaRow>('areas:vehicles', (row) => row.vehicleIds.length),
  text<AreaRow>('areas:remark', (row) => row.remark, 40),
  moment<AreaRow>('areas:createTime', (row) => row.createTime),
]

/** Lists of this noun that can be exported. */
export const areaExports: readonly ExportList[] = [
  exportList(listAreas, 'areas:title', {
    key: { tenantId: areas.tenantId, time: areas.createTime, id: areas.id },
    idOf: rowId,
    columns: areaColumns,
    find: async (tx, viewer, filter) => findAreas(tx, viewer, filter, await departmentsFor(tx, viewer, filter.deptId)),
  }),
]
