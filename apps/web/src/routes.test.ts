// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { routes } from './routes.tsx'
import { registerRoutes, routeAt } from './shell/registry.ts'

registerRoutes(routes)

/** Spec 1, section 2.2, but for /login, /login-new and /wel, which lead on by themselves. */
const withoutLogin = `
  /jumpindex /subsystemindex /lock /403 /500 /authredirect /eval-app /privacy /privacy_toilet /transfer-station-dashboard
  /board-huayin /chenghua_board /toile-board /toiletOrTransferStationInfo /page-feixiang`
/** Spec 1, section 2.3. */
const boards = `
  /work_plan/ncyun/index /work_plan/twoncyun/index /work_plan/threencyun/index /work_plan/fourncyun/index /work_plan/fivencyun/index
  /work_plan/ncyunone/index /work_plan/ncyuntwo/index /work_plan/ncyunthree/index /work_plan/ncyunfour/index
  /work_plan/ncyunfive/index /work_plan/pdf/index /board/huyi/index /board/huyi-nd/index /board/publicToiletSignboard/index
  /work_plan/board_yun/index /work_plan/board/index /work_plan/board-history/index
  /screen/board_huayin/index /screen/board_huarun/index /screen/board_huarun_new/index
  /screen/board_visualization/index /screen/board_visualization2/index
  /mechanical/board_shangrao/index /mechanical/board_new/index /mechanical/board-chenghua/index
  /work_plan/board_sanitation/index /order/signboard/index /board/work-table-nt/index /work_plan/newdata_yun/index
  /mechanical/map_mon_xizhong/index /mechanical/map_mon_xizhong_copy/index /noticeboard/agriculturalToilet/baixiang/index
  /board/baixiang/agricultural-toilet/index /board/baixiang/agricultural-toilet-copy/index /report/kitchen/board/index`
/** Spec 1, section 2.4. */
const others = `
  /wel/index /blank/index /no/authority /no/data /404 /401 /myiframe/:routerPath /info/index /activti/detail/:id
  /event/personnel/index /event/illegal/index /event/facility/index`
/** Spec 3, section 7, with the addresses of the pages that have none there. */
const menu = `
  /monitor/live/index /monitor/history/index /monitor/video/index /event/approval/index /event/inspection/index /event/public/index
  /clean/report/index /rule/personnel/index /rule/vehicle/index /rule/facility/index /asset/vehicle/index /asset/personnel/index
  /asset/facility/index /asset/bin/index /asset/terminal/index /asset/area/index /report/index /work/index /attendance/index /project/index
  /box/index /system/unit/index /system/dept/index /system/user/index /system/role/index /system/menu/index /system/dict/index /system/param/index
  /system/file/index /system/log/index /system/token/index /system/board/index /system/client/index /system/tenant/index /system/platform/index`
const paths = (text: string) => text.trim().split(/\s+/)

describe.each([
  ['spec 1, section 2.2', withoutLogin],
  ['spec 1, section 2.3', boards],
  ['spec 1, section 2.4', others],
  ['spec 3, section 7', menu],
])('%s', (_, expected) => {
  test.each(paths(expected))('%s has its page', (path) => {
    expect(routeAt(path)?.path).toBe(path)
  })
})

test('a part of the address that stands for anything is found by any', () => {
  expect(routeAt('/activti/detail/17')?.path).toBe('/activti/detail/:id')
  expect(routeAt('/myiframe/urlPath')?.path).toBe('/myiframe/:routerPath')
  expect(routeAt('/activti/detail')).toBeUndefined()
})

test('a tab has its name before the texts of its page are there', () => {
  const strangers = routes.filter(({ around, isTab, label }) => !around && isTab !== false && !/^(shell|pages):/.test(label))
  expect(strangers.map(({ path }) => path)).toEqual([])
})

test('open without a login are those of spec 1, sections 2.2 and 2.3, own boards, and no other', () => {
  const open = routes.filter(({ isAuth }) => isAuth === false).map(({ path }) => path)
  expect(open.toSorted()).toEqual([...paths(withoutLogin), ...paths(boards), '/board/own/:id'].toSorted())
})

test('no address stands twice', () => {
  const all = routes.map(({ path }) => path)
  expect(all.length).toBe(new Set(all).size)
})
