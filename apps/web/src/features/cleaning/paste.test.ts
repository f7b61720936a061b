import { expect, test } from 'vitest'
import { readPasted } from './paste.ts'

const facility = {
  id: 7,
  deptId: 1,
  deptName: 'x',
  name: '建设路公厕',
  initials: 'x',
  code: 'x',
  facilityType: '1',
  facilityTypeName: 'x',
  address: 'x',
  lng: 104,
  lat: 30,
  remark: '',
  intercomAccount: '',
  toiletKind: null,
  facilityClass: null,
  builtYear: null,
  floorArea: null,
  openingHours: '',
  managerName: '',
  photos: '',
  equipment: '',
  cubiclesMen: null,
  cubiclesWomen: null,
  cubiclesShared: null,
  terminalNo: null,
  deviceId: null,
  online: false,
  createTime: '2026-01-05 08:00:00',
  updateTime: '2026-01-05 08:00:00',
}
const words = { typeOf: { '0': '抽粪', '1': '保洁', '2': '维修' }, unknownType: '类型不对' }
const read = (rows: string[][]) => readPasted(rows, [facility], words)

test('a facility by its name, any other place as text, types by word or code, titles left out', () => {
  expect(
    read([
      ['类型', '设施或位置', '内容', '联系方式'],
      ['抽粪', '建设路公厕', '满了', '138'],
      ['2', '桥下', '灯坏了', ''],
    ]),
  ).toMatchObject([
    { isAtFacility: true, report: { type: '0', facilityId: 7, content: '满了', contact: '138' } },
    { isAtFacility: false, report: { type: '2', position: '桥下', content: '灯坏了' } },
  ])
})

test('what is wrong with a row is said of it alone', () => {
  const rows = read([
    ['保洁', '桥下', '积水'],
    ['打扫', '桥下', '积水'],
    ['保洁', '桥下', ''],
  ])
  expect(rows.map((row) => 'report' in row)).toEqual([true, false, false])
  expect(rows[1]).toMatchObject({ number: 2, problem: '类型不对' })
})
