import { boardPaths } from '@huanwei/contract/menus/codes'
import { ObjectType } from '@huanwei/contract/objects'
import type { TextKey } from '@huanwei/words/messages'
import { boardPage, ownBoardsPage } from './board-pages.ts'
import { clientsPage, platformPage } from './client-pages.ts'
import { askHome, HomePage, HomeSearch } from './features/home/HomePage.tsx'
import { evidenceTexts } from './features/violations/evidence/evidence-texts.ts'
import { lazyPage, type PageRoute, plainPage } from './lib/page.tsx'
import { historyPage, intercomPage, livePage, playbackPage, recordingPage, videoWallPage } from './monitor-pages.ts'
import { BlankPage, BlankSearch } from './shell/pages/BlankPage.tsx'
import { noAuthority, statePage } from './shell/pages/state-routes.tsx'

const home = lazyPage(['home'], async () => ({ Page: HomePage, Search: HomeSearch, ahead: askHome }))
/** One address per kind of object. */
const violations = (preset: ObjectType) =>
  lazyPage(evidenceTexts, async () => {
    const [{ violationPages }, { ViolationsSearch }, { askViolations }] = await Promise.all([
      import('./features/violations/ViolationsPage.tsx'),
      import('./features/violations/violation-search.ts'),
      import('./features/violations/violation-list.ts'),
    ])
    return { Page: violationPages[preset], Search: ViolationsSearch, ahead: askViolations(preset) }
  })
const emergencies = lazyPage(['emergencies', 'violations', 'list', 'map'], async () => ({
  Page: (await import('./features/emergencies/EmergenciesPage.tsx')).EmergenciesPage,
  Search: (await import('./features/emergencies/emergency-search.ts')).EmergenciesSearch,
}))
const rules = (objectType: ObjectType) =>
  lazyPage(['rules', 'tryout', 'history', 'violations', 'readings', 'terminals', 'list', 'map'], async () => {
    const [{ rulePages }, { RulesSearch }] = await Promise.all([
      import('./features/rules/RulesPage.tsx'),
      import('./features/rules/rule-search.ts'),
    ])
    return { Page: rulePages[objectType], Search: RulesSearch }
  })
const complaints = lazyPage(['complaints', 'cleaning', 'files', 'list', 'map'], async () => {
  const [{ ComplaintsPage }, { ComplaintsSearch }, { askComplaints }] = await Promise.all([
    import('./features/complaints/ComplaintsPage.tsx'),
    import('./features/complaints/complaint-search.ts'),
    import('./features/complaints/complaint-list.ts'),
  ])
  return { Page: ComplaintsPage, Search: ComplaintsSearch, ahead: askComplaints }
})
const stickers = lazyPage(['facilities', 'list'], async () => {
  const { StickersPage, StickersSearch } = await import('./features/facilities/StickersPage.tsx')
  return { Page: StickersPage, Search: StickersSearch }
})
const approvals = lazyPage(['approvals', 'list'], async () => {
  const [{ ApprovalsPage }, { ApprovalsSearch }, { askApprovals }] = await Promise.all([
    import('./features/approvals/ApprovalsPage.tsx'),
    import('./features/approvals/approval-search.ts'),
    import('./features/approvals/approval-list.ts'),
  ])
  return { Page: ApprovalsPage, Search: ApprovalsSearch, ahead: askApprovals }
})
const inspections = lazyPage(['inspections', 'cleaning', 'files', 'list', 'map'], async () => {
  const [{ InspectionsPage }, { InspectionsSearch }, { askInspections }] = await Promise.all([
    import('./features/inspections/InspectionsPage.tsx'),
    import('./features/inspections/inspection-search.ts'),
    import('./features/inspections/inspection-list.ts'),
  ])
  return { Page: InspectionsPage, Search: InspectionsSearch, ahead: askInspections }
})
const cleaning = lazyPage(['cleaning', 'plans', 'files', 'list', 'map'], async () => {
  const [{ CleaningPage }, { CleaningSearch }, { askCleaning }] = await Promise.all([
    import('./features/cleaning/CleaningPage.tsx'),
    import('./features/cleaning/cleaning-search.ts'),
    import('./features/cleaning/cleaning-list.ts'),
  ])
  return { Page: CleaningPage, Search: CleaningSearch, ahead: askCleaning }
})
const reminders = lazyPage(['reminders', 'list'], async () => {
  const [{ RemindersPage }, { RemindersSearch }] = await Promise.all([
    import('./features/reminders/RemindersPage.tsx'),
    import('./features/reminders/reminder-search.ts'),
  ])
  return { Page: RemindersPage, Search: RemindersSearch }
})
const reminder = plainPage(
  [
    ...evidenceTexts,
    'reminders',
    'approvals',
    'attendance',
    'documents',
    'inspections',
    'cleaning',
    'complaints',
    'exports',
    'reports',
  ],
  async () => {
    const { ReminderPage } = await import('./features/reminders/ReminderPage.tsx')
    return <ReminderPage />
  },
)
const unit = lazyPage(['units', 'files', 'list'], async () => {
  const { UnitPage, UnitSearch } = await import('./features/units/UnitPage.tsx')
  return { Page: UnitPage, Search: UnitSearch }
})
const logs = lazyPage(['logs', 'sms', 'list'], async () => {
  const [{ LogsPage }, { LogsSearch }] = await Promise.all([
    import('./features/logs/LogsPage.tsx'),
    import('./features/logs/log-search.ts'),
  ])
  return { Page: LogsPage, Search: LogsSearch }
})
const menus = lazyPage(['menus', 'list'], async () => {
  const [{ MenusPage }, { MenusSearch }] = await Promise.all([
    import('./features/menus/MenusPage.tsx'),
    import('./features/menus/menu-search.ts'),
  ])
  return { Page: MenusPage, Search: MenusSearch }
})
const users = lazyPage(['users', 'imports', 'list'], async () => {
  const [{ UsersPage }, { UsersSearch }] = await Promise.all([
    import('./features/users/UsersPage.tsx'),
    import('./features/users/user-search.ts'),
  ])
  return { Page: UsersPage, Search: UsersSearch }
})
const roles = lazyPage(['roles', 'menus', 'list'], async () => {
  const [{ RolesPage }, { RolesSearch }] = await Promise.all([
    import('./features/roles/RolesPage.tsx'),
    import('./features/roles/role-search.ts'),
  ])
  return { Page: RolesPage, Search: RolesSearch }
})
const dictionaries = lazyPage(['dictionaries', 'list'], async () => ({
  Page: (await import('./features/dictionaries/DictionariesPage.tsx')).DictionariesPage,
  Search: (await import('./features/dictionaries/dictionary-search.ts')).DictionariesSearch,
}))
const parameters = lazyPage(['parameters', 'list'], async () => ({
  Page: (await import('./features/parameters/ParametersPage.tsx')).ParametersPage,
  Search: (await import('./features/parameters/parameter-search.ts')).ParametersSearch,
}))
const departments = lazyPage(['departments', 'list'], async () => ({
  Page: (await import('./features/departments/DepartmentsPage.tsx')).DepartmentsPage,
  Search: (await import('./features/departments/department-search.ts')).DepartmentsSearch,
}))
const reports = lazyPage(['reports', 'list'], async () => {
  const [{ ReportsPage }, { ReportsSearch }] = await Promise.all([
    import('./features/reports/ReportsPage.tsx'),
    import('./features/reports/report-search.ts'),
  ])
  return { Page: ReportsPage, Search: ReportsSearch }
})
const profile = lazyPage(['profile', 'users', 'list', 'files'], async () => {
  const { ProfilePage, ProfileSearch } = await import('./features/profile/ProfilePage.tsx')
  return { Page: ProfilePage, Search: ProfileSearch }
})
const files = lazyPage(['files', 'list'], async () => {
  const [{ FilesPage }, { FilesSearch }] = await Promise.all([
    import('./features/files/FilesPage.tsx'),
    import('./features/files/file-search.ts'),
  ])
  return { Page: FilesPage, Search: FilesSearch }
})
const vehicles = lazyPage(['vehicles', 'documents', 'assets', 'imports', 'terminals', 'list'], async () => {
  const [{ VehiclesPage }, { VehiclesSearch }] = await Promise.all([
    import('./features/vehicles/VehiclesPage.tsx'),
    import('./features/vehicles/vehicle-search.ts'),
  ])
  return { Page: VehiclesPage, Search: VehiclesSearch }
})
const personnel = lazyPage(['personnel', 'documents', 'assets', 'users', 'live', 'terminals', 'list'], async () => {
  const [{ PersonnelPage }, { PersonnelSearch }] = await Promise.all([
    import('./features/users/PersonnelPage.tsx'),
    import('./features/users/personnel-search.ts'),
  ])
  return { Page: PersonnelPage, Search: PersonnelSearch }
})
const setup = lazyPage(
  [
    'setup',
    'vehicles',
    'documents',
    'assets',
    'departments',
    'areas',
    'rules',
    'tryout',
    'terminals',
    'history',
    'violations',
    'readings',
    'list',
    'map',
  ],
  async () => {
    const [{ SetupPage }, { SetupSearch }] = await Promise.all([
      import('./features/setup/SetupPage.tsx'),
      import('./features/setup/setup-search.ts'),
    ])
    return { Page: SetupPage, Search: SetupSearch }
  },
)
const facilities = lazyPage(
  ['facilities', 'documents', 'files', 'imports', 'assets', 'readings', 'terminals', 'map', 'list'],
  async () => {
    const [{ FacilitiesPage }, { FacilitiesSearch }] = await Promise.all([
      import('./features/facilities/FacilitiesPage.tsx'),
      import('./features/facilities/facility-search.ts'),
    ])
    return { Page: FacilitiesPage, Search: FacilitiesSearch }
  },
)
const cans = lazyPage(
  ['cans', 'cleaning', 'documents', 'facilities', 'files', 'imports', 'assets', 'live', 'readings', 'terminals', 'map', 'list'],
  async () => {
    const [{ CansPage }, { CansSearch }] = await Promise.all([
      import('./features/cans/CansPage.tsx'),
      import('./features/cans/can-search.ts'),
    ])
    return { Page: CansPage, Search: CansSearch }
  },
)
const terminals = lazyPage(['terminals', 'readings', 'list', 'map'], async () => {
  const [{ TerminalsPage }, { TerminalsSearch }] = await Promise.all([
    import('./features/terminals/TerminalsPage.tsx'),
    import('./features/terminals/terminal-search.ts'),
  ])
  return { Page: TerminalsPage, Search: TerminalsSearch }
})
const areas = lazyPage(['areas', 'list', 'map'], async () => {
  const [{ AreasPage }, { AreasSearch }] = await Promise.all([
    import('./features/areas/AreasPage.tsx'),
    import('./features/areas/area-search.ts'),
  ])
  return { Page: AreasPage, Search: AreasSearch }
})
const projects = lazyPage(['projects', 'list'], async () => {
  const [{ ProjectsPage }, { ProjectsSearch }] = await Promise.all([
    import('./features/projects/ProjectsPage.tsx'),
    import('./features/projects/project-search.ts'),
  ])
  return { Page: ProjectsPage, Search: ProjectsSearch }
})
const work = lazyPage(['work', 'list', 'map'], async () => ({
  Page: (await import('./features/work/WorkPage.tsx')).WorkPage,
  Search: (await import('./features/work/work-search.ts')).WorkSearch,
}))
const attendance = lazyPage(['attendance', 'approvals', 'list', 'map'], async () => {
  const [{ AttendancePage }, { AttendanceSearch }] = await Promise.all([
    import('./features/attendance/AttendancePage.tsx'),
    import('./features/attendance/attendance-search.ts'),
  ])
  return { Page: AttendancePage, Search: AttendanceSearch }
})
const boxes = lazyPage(['boxes', 'readings', 'list'], async () => {
  const [{ BoxesPage }, { BoxesSearch }] = await Promise.all([
    import('./features/boxes/BoxesPage.tsx'),
    import('./features/boxes/box-search.ts'),
  ])
  return { Page: BoxesPage, Search: BoxesSearch }
})
const tenants = lazyPage(['tenants', 'list'], async () => {
  const [{ TenantsPage }, { TenantsSearch }] = await Promise.all([
    import('./features/tenants/TenantsPage.tsx'),
    import('./features/tenants/tenant-search.ts'),
  ])
  return { Page: TenantsPage, Search: TenantsSearch }
})
const tokens = lazyPage(['tokens', 'boards', 'pages', 'list'], async () => ({
  Page: (await import('./features/tokens/TokensPage.tsx')).TokensPage,
  Search: (await import('./features/tokens/token-search.ts')).TokensSearch,
}))
const privacy = (policy: 'sanitation' | 'toilet') =>
  plainPage(['privacy', 'pages'], async () => {
    const { PrivacyPage } = await import('./shell/pages/PrivacyPage.tsx')
    return <PrivacyPage policy={policy} />
  })
const evaluation = plainPage(['pages', 'shell'], async () => {
  const { EvaluationPage } = await import('./shell/pages/EvaluationPage.tsx')
  return <EvaluationPage />
})
const lock = plainPage(['lock'], async () => {
  const { LockPage } = await import('./shell/lock/LockPage.tsx')
  return <LockPage />
})
const authRedirect = plainPage(['login'], async () => {
  const { AuthRedirectPage } = await import('./features/session/AuthRedirectPage.tsx')
  return <AuthRedirectPage />
})
const feixiang = plainPage(['pages', 'common'], async () => {
  const { FeixiangPage } = await import('./shell/pages/FeixiangPage.tsx')
  return <FeixiangPage />
})
const navigation = plainPage(['shell'], async () => {
  const { NavigationPage } = await import('./shell/navigation/NavigationPage.tsx')
  return <NavigationPage />
})
const subSystems = plainPage(['shell'], async () => {
  const { SubSystemsPage } = await import('./shell/navigation/NavigationPage.tsx')
  return <SubSystemsPage />
})
const blank = lazyPage([], async () => ({ Page: BlankPage, Search: BlankSearch }))
// A refresh must not need the network; what fails here shows itself there.
blank.load().catch(() => undefined)
const outside = lazyPage(['pages'], async () => {
  const { OutsidePage, OutsideSearch } = await import('./shell/pages/OutsidePage.tsx')
  return { Page: OutsidePage, Search: OutsideSearch }
})
type FixedRoute = PageRoute & { label: TextKey }

/** Every page of the product: one entry each. Source: spec 1, sections 2.2 to 2.4; spec 3, section 7. */
const pages: FixedRoute[] = [
  { path: '/wel/index', label: 'shell:item.home', page: home, isFree: true, isKept: true },
  { path: '/monitor/live/index', label: 'shell:item.live', page: livePage, isHeavy: true },
  { path: '/monitor/video/index', label: 'shell:item.video', page: videoWallPage, isHeavy: true },
  { path: '/monitor/history/index', label: 'shell:item.history', page: historyPage, isHeavy: true },
  { path: '/monitor/playback/index', label: 'shell:item.playback', page: playbackPage, isHeavy: true },
  { path: '/monitor/recording/index', label: 'shell:item.recording', page: recordingPage },
  { path: '/monitor/intercom/index', label: 'shell:item.voice', page: intercomPage },
  { path: '/event/personnel/index', label: 'shell:item.personnel', page: violations(ObjectType.person) },
  { path: '/event/illegal/index', label: 'shell:item.illegal', page: violations(ObjectType.vehicle) },
  { path: '/event/facility/index', label: 'shell:item.facilityAlarm', page: violations(ObjectType.facility) },
  { path: '/event/emergency/index', label: 'shell:item.emergency', page: emergencies },
  { path: '/event/approval/index', label: 'shell:item.approval', page: approvals },
  { path: '/event/inspection/index', label: 'shell:item.inspection', page: inspections },
  { path: '/event/public/index', label: 'shell:item.public', page: complaints },
  { path: '/asset/vehicle/setup', label: 'shell:item.setup', page: setup, isFree: true },
  { path: '/event/public/sticker', label: 'shell:item.sticker', page: stickers, isFree: true, around: 'data' },
  { path: '/event/reminder/index', label: 'shell:item.reminder', page: reminders, isFree: true },
  { path: '/activti/detail/:id', label: 'shell:item.reminderDetail', page: reminder, isFree: true },
  { path: '/clean/report/index', label: 'shell:item.cleaning', page: cleaning },
  { path: '/rule/personnel/index', label: 'shell:item.personRule', page: rules(ObjectType.person) },
  { path: '/rule/vehicle/index', label: 'shell:item.vehicleRule', page: rules(ObjectType.vehicle) },
  { path: '/rule/facility/index', label: 'shell:item.facilityRule', page: rules(ObjectType.facility) },
  { path: '/asset/vehicle/index', label: 'shell:item.vehicle', page: vehicles },
  { path: '/asset/personnel/index', label: 'shell:item.person', page: personnel },
  { path: '/asset/facility/index', label: 'shell:item.facility', page: facilities },
  { path: '/asset/bin/index', label: 'shell:item.can', page: cans },
  { path: '/asset/area/index', label: 'shell:item.area', page: areas },
  { path: '/asset/terminal/index', label: 'shell:item.terminal', page: terminals },
  { path: '/report/index', label: 'shell:item.report', page: reports },
  { path: '/attendance/index', label: 'shell:item.attendance', page: attendance },
  { path: '/work/index', label: 'shell:item.work', page: work },
  { path: '/project/index', label: 'shell:item.project', page: projects },
  { path: '/box/index', label: 'shell:item.box', page: boxes },
  { path: '/system/unit/index', label: 'shell:item.unit', page: unit },
  { path: '/system/file/index', label: 'shell:item.file', page: files },
  { path: '/system/log/index', label: 'shell:item.log', page: logs },
  { path: '/system/menu/index', label: 'shell:item.menu', page: menus },
  { path: '/system/dict/index', label: 'shell:item.dict', page: dictionaries },
  { path: '/system/param/index', label: 'shell:item.param', page: parameters },
  { path: '/system/dept/index', label: 'shell:item.dept', page: departments },
  { path: '/system/user/index', label: 'shell:item.user', page: users },
  { path: '/system/role/index', label: 'shell:item.role', page: roles },
  { path: '/info/index', label: 'shell:user.info', page: profile, isFree: true, isKept: true },
  { path: '/system/client/index', label: 'shell:item.client', page: clientsPage },
  { path: '/system/board/index', label: 'shell:item.board', page: ownBoardsPage, isKept: true },
  { path: '/system/tenant/index', label: 'shell:item.tenant', page: tenants },
  { path: '/system/platform/index', label: 'shell:item.platformState', page: platformPage },
  { path: '/system/token/index', label: 'shell:item.token', page: tokens },

  {
    path: '/myiframe/:routerPath',
    label: 'pages:title.outside',
    page: outside,
    isFree: true,
    identity: ['src'],
    // Out of sight it would go on with whatever it does; React cannot rest it.
    isKept: false,
  },
  { path: '/blank/index', label: 'pages:title.blank', page: blank, isTab: false, isFree: true },
  noAuthority,
  { path: '/no/data', label: 'pages:state.noData.title', page: statePage('noData'), isTab: false, isFree: true },
  { path: '/401', label: 'pages:state.401.title', page: statePage('401'), isTab: false, isFree: true },
  { path: '/404', label: 'pages:state.404.title', page: statePage('404'), isTab: false, isFree: true },
  { path: '/403', label: 'pages:state.403.title', page: statePage('403'), isAuth: false, around: 'nothing' },
  { path: '/500', label: 'pages:state.500.title', page: statePage('500'), isAuth: false, around: 'nothing' },
  { path: '/lock', label: 'shell:lock', page: lock, isAuth: false, around: 'nothing' },
  { path: '/authredirect', label: 'login:social.title', page: authRedirect, isAuth: false, around: 'nothing' },
  { path: '/jumpindex', label: 'shell:navigation.title', page: navigation, isAuth: false, around: 'data' },
  { path: '/subsystemindex', label: 'shell:navigation.systems', page: subSystems, isAuth: false, around: 'data' },
  { path: '/eval-app', label: 'pages:title.evaluation', page: evaluation, isAuth: false, around: 'data' },
  { path: '/page-feixiang', label: 'pages:title.feixiang', page: feixiang, isAuth: false, around: 'data' },
  { path: '/privacy', label: 'pages:title.privacy', page: privacy('sanitation'), isAuth: false, around: 'nothing' },
  { path: '/privacy_toilet', label: 'pages:title.privacyToilet', page: privacy('toilet'), isAuth: false, around: 'nothing' },
]

/** The registry: every address but `/`, `/login` and `/login-new`, which come with the first bytes. */
export const routes: readonly PageRoute[] = [
  ...pages,
  ...boardPaths.map((path) => ({
    path,
    label: `pages:board.${path}`,
    page: boardPage,
    isAuth: false,
    around: 'nothing' as const,
  })),
  { path: '/board/own/:id', label: 'pages:board.own', page: boardPage, isAuth: false, around: 'nothing' },
]
