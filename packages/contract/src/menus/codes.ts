import { CleaningType } from '../cleaning/codes.ts'
import { FacilityType } from '../dictionaries/codes.ts'
import { homeKey, homePath } from '../home/codes.ts'
import type { Permission } from '../permissions.ts'

/** Menu item types: a page (or a group of pages), a permission inside one, a sub-system. Source: spec 4, S0 §7. */
export const MenuType = { menu: '0', button: '1', top: '2' } as const
export type MenuType = (typeof MenuType)[keyof typeof MenuType]

/** The parent of what stands at the top of the menu. Source: spec 4, S0 §7. */
export const menuRootId = -1

/** Initial menu of a tenant. `name` is a message key, `item.<name>`; `permissions` are used on the page. */
export type MenuSeed = {
  name: string
  path?: string
  /** Query string of its address. */
  query?: Record<string, string>
  isTop?: true
  /** Holds permissions of calls whose screens are not there yet. */
  isHidden?: true
  permissions?: Permission[]
  children?: MenuSeed[]
}

const acts = <Noun extends string>(noun: Noun) => [`${noun}_add`, `${noun}_edit`, `${noun}_del`] as const

const home: MenuSeed = { name: homeKey, path: homePath }
const live: MenuSeed = {
  name: 'live',
  path: '/monitor/live/index',
  permissions: ['admin_device_command', 'emergency_drill', 'video_view', 'video_api'],
}
const video: MenuSeed = { name: 'video', path: '/monitor/video/index' }
const voice: MenuSeed = { name: 'voice', path: '/monitor/intercom/index', permissions: ['intercom', 'intercom_dispatch'] }
const history: MenuSeed = { name: 'history', path: '/monitor/history/index' }
const playback: MenuSeed = { name: 'playback', path: '/monitor/playback/index' }
const recording: MenuSeed = {
  name: 'recording',
  path: '/monitor/recording/index',
  permissions: [...acts('admin_videoschedule')],
}
const personnel: MenuSeed = { name: 'personnel', path: '/event/personnel/index' }
const illegal: MenuSeed = { name: 'illegal', path: '/event/illegal/index', permissions: ['violation_handle'] }
const facilityAlarm: MenuSeed = { name: 'facilityAlarm', path: '/event/facility/index' }
const emergency: MenuSeed = { name: 'emergency', path: '/event/emergency/index' }
const approval: MenuSeed = { name: 'approval', path: '/event/approval/index', permissions: ['approval_handle'] }
const inspection: MenuSeed = {
  name: 'inspection',
  path: '/event/inspection/index',
  permissions: ['inspection_handle', 'inspection_report'],
}
const publicEvents: MenuSeed = {
  name: 'public',
  path: '/event/public/index',
  permissions: ['complaint_handle', 'sys_identity_view'],
}
const cleaning: MenuSeed = {
  name: 'cleaning',
  path: '/clean/report/index',
  permissions: ['clean_add', 'clean_assign', 'clean_process', 'clean_evaluate'],
}
const vehicle: MenuSeed = { name: 'vehicle', path: '/asset/vehicle/index', permissions: [...acts('admin_vehicle')] }
const person: MenuSeed = { name: 'person', path: '/asset/personnel/index' }
const facility: MenuSeed = { name: 'facility', path: '/asset/facility/index', permissions: [...acts('admin_facility')] }
const can: MenuSeed = { name: 'can', path: '/asset/bin/index', permissions: [...acts('admin_garbagecan')] }
const terminal: MenuSeed = {
  name: 'terminal',
  path: '/asset/terminal/index',
  permissions: [...acts('admin_device'), 'admin_device_view'],
}
const area: MenuSeed = { name: 'area', path: '/asset/area/index', permissions: [...acts('admin_area')] }
const project: MenuSeed = { name: 'project', path: '/project/index', permissions: [...acts('admin_projectmanage')] }
const work: MenuSeed = { name: 'work', path: '/work/index', permissions: [...acts('admin_workplan')] }
const attendance: MenuSeed = { name: 'attendance', path: '/attendance/index', permissions: ['attendance_handle'] }
const box: MenuSeed = { name: 'box', path: '/box/index', permissions: [...acts('admin_box')] }
const report: MenuSeed = {
  name: 'report',
  path: '/report/index',
  permissions: ['admin_reportforms_add', 'admin_reportforms_del', ...acts('admin_reportschedule')],
}
const rules: MenuSeed[] = [
  { name: 'personRule', path: '/rule/personnel/index', permissions: [...acts('admin_sysusermonitoringrule')] },
  {
    name: 'vehicleRule',
    path: '/rule/vehicle/index',
    permissions: [...acts('admin_vehiclemonitoringrule'), ...acts('admin_shift'), 'admin_calendarday_edit'],
  },
  { name: 'facilityRule', path: '/rule/facility/index', permissions: [...acts('admin_sysfacilitymonitoringrule')] },
]

const system: MenuSeed[] = [
  { name: 'unit', path: '/system/unit/index', permissions: ['sys_unit_edit'] },
  { name: 'dept', path: '/system/dept/index', permissions: [...acts('sys_dept')] },
  { name: 'user', path: '/system/user/index', permissions: [...acts('sys_user'), 'sys_user_view'] },
  { name: 'role', path: '/system/role/index', permissions: [...acts('sys_role'), 'sys_role_view', 'sys_role_perm'] },
  { name: 'menu', path: '/system/menu/index', permissions: [...acts('sys_menu'), 'sys_menu_view'] },
  { name: 'dict', path: '/system/dict/index', permissions: [...acts('sys_dict')] },
  { name: 'param', path: '/system/param/index', permissions: [...acts('admin_syspublicparam')] },
  { name: 'file', path: '/system/file/index', permissions: ['sys_file_view', 'sys_file_del'] },
  { name: 'log', path: '/system/log/index', permissions: ['sys_log_view', 'sys_log_del', 'sys_sms_send'] },
  {
    name: 'token',
    path: '/system/token/index',
    permissions: [
      'sys_token_view',
      'sys_token_del',
      ...acts('sys_social_details'),
      'sys_social_details_view',
      'admin_board_token',
    ],
  },
  { name: 'board', path: '/system/board/index', permissions: ['admin_board_edit'] },
  {
    name: 'client',
    path: '/system/client/index',
    permissions: [...acts('admin_client'), 'admin_client_view', ...acts('admin_subscription'), 'admin_subscription_view'],
  },
]

/** Boards, each in a window of its own. Source: spec 3, section 14. */
const boards = {
  city: { name: 'boardCity', path: '/screen/board_huayin/index' },
  company: { name: 'boardCompany', path: '/screen/board_huarun/index' },
  indicators: { name: 'boardIndicators', path: '/screen/board_huarun_new/index' },
  facilities: { name: 'boardFacilities', path: '/screen/board_visualization2/index' },
  jobs: { name: 'boardJobs', path: '/work_plan/board/index' },
  allWork: { name: 'boardAllWork', path: '/work_plan/board_yun/index' },
  people: { name: 'boardPeople', path: '/work_plan/board_sanitation/index' },
  mapLight: { name: 'boardMapLight', path: '/mechanical/map_mon_xizhong/index' },
  mapDark: { name: 'boardMapDark', path: '/mechanical/map_mon_xizhong_copy/index' },
  orders: { name: 'boardOrders', path: '/order/signboard/index' },
  rural: { name: 'boardRural', path: '/work_plan/ncyun/index' },
  suctions: { name: 'boardSuctions', path: '/work_plan/twoncyun/index' },
  requests: { name: 'boardRequests', path: '/work_plan/threencyun/index' },
  cityVideo: { name: 'boardCityVideo', path: '/board-huayin' },
  companyVideo: { name: 'boardCompanyVideo', path: '/chenghua_board' },
  management: { name: 'boardManagement', path: '/screen/board_visualization/index' },
  mechanised: { name: 'boardMechanised', path: '/mechanical/board_new/index' },
  mechanisedMap: { name: 'boardMechanisedMap', path: '/mechanical/board_shangrao/index' },
  mechanisedRanking: { name: 'boardMechanisedRanking', path: '/mechanical/board-chenghua/index' },
  jobHistory: { name: 'boardJobHistory', path: '/work_plan/board-history/index' },
  arriving: { name: 'boardArriving', path: '/work_plan/newdata_yun/index' },
  queues: { name: 'boardQueues', path: '/board/work-table-nt/index' },
  workReport: { name: 'boardWorkReport', path: '/work_plan/pdf/index' },
  toilets: { name: 'boardToilets', path: '/toile-board' },
  toiletCare: { name: 'boardToiletCare', path: '/board/huyi/index' },
  ruralCare: { name: 'boardRuralCare', path: '/board/huyi-nd/index' },
  register: { name: 'boardRegister', path: '/work_plan/fourncyun/index' },
  evaluation: { name: 'boardEvaluation', path: '/work_plan/fivencyun/index' },
  notice: { name: 'boardNotice', path: '/noticeboard/agriculturalToilet/baixiang/index' },
  kitchen: { name: 'boardKitchen', path: '/report/kitchen/board/index' },
  township: { name: 'boardTownship', path: '/work_plan/ncyunone/index' },
  townshipSuctions: { name: 'boardTownshipSuctions', path: '/work_plan/ncyuntwo/index' },
  townshipRequests: { name: 'boardTownshipRequests', path: '/work_plan/ncyunthree/index' },
  townshipRegister: { name: 'boardTownshipRegister', path: '/work_plan/ncyunfour/index' },
  townshipEvaluation: { name: 'boardTownshipEvaluation', path: '/work_plan/ncyunfive/index' },
  villages: { name: 'boardVillages', path: '/board/baixiang/agricultural-toilet/index' },
  villagesLight: { name: 'boardVillagesLight', path: '/board/baixiang/agricultural-toilet-copy/index' },
  sign: { name: 'boardSign', path: '/board/publicToiletSignboard/index' },
  station: { name: 'boardStation', path: '/transfer-station-dashboard' },
  facilityFacts: { name: 'boardFacilityFacts', path: '/toiletOrTransferStationInfo' },
} satisfies Record<string, MenuSeed>

/** The queues of the event centre. */
const events: MenuSeed[] = [personnel, illegal, facilityAlarm, emergency, approval, inspection, publicEvents]

/** Public toilets: what they report, who complains, who cleans them. Source: spec 3, section 7. */
const publicToilets: MenuSeed[] = [
  { name: 'toiletLive', path: '/monitor/live/index', query: { tab: 'facility', type: FacilityType.publicToilet } },
  { name: 'toiletList', path: '/asset/facility/index', query: { facilityType: FacilityType.publicToilet } },
  facilityAlarm,
  { name: 'toiletCleaning', path: '/clean/report/index', query: { view: 'list', type: CleaningType.cleaning } },
  publicEvents,
  inspection,
  box,
  boards.toilets,
  boards.toiletCare,
  boards.facilities,
  boards.sign,
  boards.facilityFacts,
]

/** Toilets of rural households: their tanks are emptied when somebody asks, and by plans, a tab of the same page. Source: spec 3, section 7. */
const ruralToilets: MenuSeed[] = [
  { name: 'ruralLive', path: '/monitor/live/index', query: { tab: 'facility', type: FacilityType.ruralToilet } },
  { name: 'ruralList', path: '/asset/facility/index', query: { facilityType: FacilityType.ruralToilet } },
  { name: 'suction', path: '/clean/report/index', query: { view: 'list', type: CleaningType.suction } },
  publicEvents,
  inspection,
  vehicle,
  boards.rural,
  boards.ruralCare,
  boards.township,
  boards.notice,
]

const withoutPermissions = ({ permissions: _, ...page }: MenuSeed): MenuSeed => page

/** Every page of the product that has a menu item, in the order of spec 3, section 7; sub-systems gather some of them again. */
export const menuSeeds: MenuSeed[] = [
  home,
  { name: 'monitor', children: [live, video, playback, recording, history, voice] },
  { name: 'event', children: events },
  cleaning,
  { name: 'rule', children: rules },
  { name: 'assets', children: [vehicle, person, facility, can, terminal, area] },
  report,
  work,
  attendance,
  project,
  box,
  { name: 'boards', children: Object.values(boards) },
  { name: 'system', children: system },
  {
    name: 'operations',
    isTop: true,
    children: [home, live, video, playback, recording, history, voice, ...events, cleaning, work, attendance, boards.city].map(
      withoutPermissions,
    ),
  },
  { name: 'toiletCare', isTop: true, children: [home, ...publicToilets].map(withoutPermissions) },
  { name: 'ruralCare', isTop: true, children: [home, ...ruralToilets].map(withoutPermissions) },
  { name: 'administration', isTop: true, children: [home, ...system].map(withoutPermissions) },
]

/** For the tenant that runs the whole installation. */
export const platformSeeds: MenuSeed[] = [
  { name: 'tenant', path: '/system/tenant/index', permissions: ['platform_admin'] },
  { name: 'platformState', path: '/system/platform/index' },
]

/** Initial menu of a tenant; one that runs the installation has its own pages in the group of the system. */
export const menuSeedsOf = (isPlatform: boolean): MenuSeed[] =>
  isPlatform
    ? menuSeeds.map((seed) => (seed.name === 'system' ? { ...seed, children: [...system, ...platformSeeds] } : seed))
    : menuSeeds

/** Full-screen boards: a menu item opens one in a window of its own. Source: spec 1, sections 2.2 and 2.3. */
export const boardPaths: readonly string[] = [
  '/transfer-station-dashboard',
  '/board-huayin',
  '/chenghua_board',
  '/toile-board',
  '/toiletOrTransferStationInfo',
  '/work_plan/ncyun/index',
  '/work_plan/twoncyun/index',
  '/work_plan/threencyun/index',
  '/work_plan/fourncyun/index',
  '/work_plan/fivencyun/index',
  '/work_plan/ncyunone/index',
  '/work_plan/ncyuntwo/index',
  '/work_plan/ncyunthree/index',
  '/work_plan/ncyunfour/index',
  '/work_plan/ncyunfive/index',
  '/work_plan/pdf/index',
  '/board/huyi/index',
  '/board/huyi-nd/index',
  '/board/publicToiletSignboard/index',
  '/work_plan/board_yun/index',
  '/work_plan/board/index',
  '/work_plan/board-history/index',
  '/screen/board_huayin/index',
  '/screen/board_huarun/index',
  '/screen/board_huarun_new/index',
  '/screen/board_visualization/index',
  '/screen/board_visualization2/index',
  '/mechanical/board_shangrao/index',
  '/mechanical/board_new/index',
  '/mechanical/board-chenghua/index',
  '/work_plan/board_sanitation/index',
  '/order/signboard/index',
  '/board/work-table-nt/index',
  '/work_plan/newdata_yun/index',
  '/mechanical/map_mon_xizhong/index',
  '/mechanical/map_mon_xizhong_copy/index',
  '/noticeboard/agriculturalToilet/baixiang/index',
  '/board/baixiang/agricultural-toilet/index',
  '/board/baixiang/agricultural-toilet-copy/index',
  '/report/kitchen/board/index',
]
