import { boardPaths } from '@huanwei/contract/menus/codes'

/** Boards that are presets of the server (`features/boards/presets`). */
export const madeBoards: readonly string[] = [
  '/screen/board_huayin/index',
  '/board-huayin',
  '/chenghua_board',
  '/screen/board_huarun/index',
  '/screen/board_huarun_new/index',
  '/screen/board_visualization2/index',
  '/work_plan/board/index',
  '/board/publicToiletSignboard/index',
  '/transfer-station-dashboard',
  '/toiletOrTransferStationInfo',
  '/work_plan/board-history/index',
  '/work_plan/board_yun/index',
  '/work_plan/board_sanitation/index',
  '/mechanical/map_mon_xizhong/index',
  '/mechanical/map_mon_xizhong_copy/index',
  '/order/signboard/index',
  '/work_plan/ncyun/index',
  '/work_plan/twoncyun/index',
  '/work_plan/threencyun/index',
  '/work_plan/ncyunone/index',
  '/work_plan/ncyuntwo/index',
  '/work_plan/ncyunthree/index',
  '/work_plan/fourncyun/index',
  '/work_plan/fivencyun/index',
  '/work_plan/ncyunfour/index',
  '/work_plan/ncyunfive/index',
  '/toile-board',
  '/board/huyi/index',
  '/board/huyi-nd/index',
  '/mechanical/board_new/index',
  '/mechanical/board_shangrao/index',
  '/mechanical/board-chenghua/index',
  '/work_plan/newdata_yun/index',
  '/work_plan/pdf/index',
  '/screen/board_visualization/index',
  '/board/work-table-nt/index',
  '/noticeboard/agriculturalToilet/baixiang/index',
  '/board/baixiang/agricultural-toilet/index',
  '/board/baixiang/agricultural-toilet-copy/index',
]

/**
 * The one list of addresses whose pages come in a later version; until then each says so by its name (`later.<address>` of the
 * namespace `pages`). Whoever builds a page moves its address into `routes.tsx`. Source: spec 1, sections 2.2 to 2.4; spec 3, section 7.
 */
export const laterPages = {
  /** Open without a login, full screen. Source: spec 1, sections 2.2 and 2.3. */
  open: boardPaths.filter((path) => !madeBoards.includes(path)),
  /** Inside the frame. Source: spec 1, section 2.4; spec 2, sections 2 and 7; spec 3, section 7. */
  framed: [],
}
