// @vitest-environment jsdom
import { listClients } from '@huanwei/contract/clients/endpoints'
import { type Endpoint, nameOfCall } from '@huanwei/contract/endpoint'
import { listIntercomGroups } from '@huanwei/contract/intercom/endpoints'
import { getMenuTree } from '@huanwei/contract/menus/endpoints'
import { ObjectType } from '@huanwei/contract/objects'
import { listPlans } from '@huanwei/contract/plans/endpoints'
import { listRecordingSchedules } from '@huanwei/contract/recordings/endpoints'
import { listFacilityRules, listPersonRules, listVehicleRules } from '@huanwei/contract/rules/endpoints'
import { listProviders } from '@huanwei/contract/social/endpoints'
import { listSubscriptions } from '@huanwei/contract/subscriptions/endpoints'
import { addChangeable, rulePaths } from '@huanwei/server/older-states.test-kit'
import { useQuery } from '@tanstack/react-query'
import { cleanup, screen, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { AreaDrawer } from './features/areas/AreaDrawer.tsx'
import { BoxDrawer } from './features/boxes/BoxDrawer.tsx'
import { CalibrationDrawer } from './features/boxes/CalibrationDrawer.tsx'
import { CanDrawer } from './features/cans/CanDrawer.tsx'
import { ClientDrawer } from './features/clients/ClientDrawer.tsx'
import { DepartmentDrawer } from './features/departments/DepartmentDrawer.tsx'
import { DictionaryDrawer } from './features/dictionaries/DictionaryDrawer.tsx'
import { ItemDrawer } from './features/dictionaries/ItemDrawer.tsx'
import { DocumentDrawer } from './features/documents/DocumentDrawer.tsx'
import { FacilityDrawer } from './features/facilities/FacilityDrawer.tsx'
import { GroupDrawer } from './features/intercom/GroupDrawer.tsx'
import { MenuDrawer } from './features/menus/MenuDrawer.tsx'
import { ParameterDrawer } from './features/parameters/ParameterDrawer.tsx'
import { PlanDrawer } from './features/plans/PlanDrawer.tsx'
import { ProjectDrawer } from './features/projects/ProjectDrawer.tsx'
import { RecordingScheduleDrawer } from './features/recordings/RecordingScheduleDrawer.tsx'
import { ScheduleDrawer } from './features/reports/ScheduleDrawer.tsx'
import { RoleDrawer } from './features/roles/RoleDrawer.tsx'
import { RuleDrawer } from './features/rules/RuleDrawer.tsx'
import { ShiftsPanel } from './features/rules/ShiftsPanel.tsx'
import { ProviderDrawer } from './features/social/ProviderDrawer.tsx'
import { SubscriptionDrawer } from './features/subscriptions/SubscriptionDrawer.tsx'
import { TenantDrawer } from './features/tenants/TenantDrawer.tsx'
import { UserDrawer } from './features/users/UserDrawer.tsx'
import { VehicleDrawer } from './features/vehicles/VehicleDrawer.tsx'
import { WorkPlanDrawer } from './features/work/WorkPlanDrawer.tsx'
import { query } from './lib/api.ts'
import type { PageProps } from './lib/page.tsx'
import { enter, patience, press, screenTest } from './test/screen.tsx'

const { kit, open } = screenTest([
  'areas',
  'assets',
  'boxes',
  'cans',
  'cleaning',
  'clients',
  'departments',
  'dictionaries',
  'documents',
  'facilities',
  'files',
  'live',
  'map',
  'menus',
  'parameters',
  'plans',
  'projects',
  'readings',
  'reports',
  'roles',
  'rules',
  'shell',
  'social',
  'subscriptions',
  'recordings',
  'intercom',
  'tenants',
  'terminals',
  'tokens',
  'users',
  'vehicles',
  'work',
])

let made: Awaited<ReturnType<typeof addChangeable>>
beforeAll(async () => {
  made = await addChangeable(kit.server)
  // The document's file is there, so that its form may send it.
  await kit.server.db.owner.query(`
    insert into sys_file (tenant_id, bucket_name, file_name, original, type, file_size, create_user, is_confirmed)
    values (1, 'files', repeat('a', 30) || '01.pdf', '保险.pdf', 'pdf', 1, 'admin', true)`)
  kit.person = made.admin
}, 300_000)

const stay = () => undefined
const ways = { onClose: stay, onHandled: stay }

type Asked<T> = { data: T | undefined; refetch: () => Promise<unknown> }
/** Draws what is filled in from the answer of a call, once that is there. */
function Answered<Out extends z.ZodType>({
  call,
  children,
}: {
  call: Endpoint<z.ZodType, Out>
  children: (asked: Asked<z.output<Out>>) => ReactElement | null | undefined
}) {
  const asked = useQuery(query(call, {}))
  return asked.data === undefined ? null : children(asked)
}

const ruleLists = {
  '/admin/sysusermonitoringrule': [ObjectType.person, listPersonRules],
  '/admin/vehicleMonitoringRule': [ObjectType.vehicle, listVehicleRules],
  '/admin/sysfacilitymonitoringrule': [ObjectType.facility, listFacilityRules],
} as const

const ruleForm =
  ([objectType, call]: (typeof ruleLists)[keyof typeof ruleLists]) =>
  () => (
    <Answered call={call}>
      {({ data, refetch }) => <RuleDrawer objectType={objectType} rule={data?.[0]} error={null} onReload={refetch} {...ways} />}
    </Answered>
  )

type Form = {
  /** Field that is typed into; a text. */
  field: string
  draw: () => ReactElement
  /** Button that opens the form. */
  way?: string
  /** Button that sends it. */
  sends?: string
}

/** Form of each call that changes a record. */
const forms = (): Record<string, Form> => {
  const { ids } = made
  return {
    'PUT /admin/vehicle': { field: 'name', draw: () => <VehicleDrawer id={ids.vehicleId} {...ways} /> },
    'PUT /admin/facility': { field: 'name', draw: () => <FacilityDrawer id={ids.facilityId} {...ways} /> },
    'PUT /admin/garbageCan': { field: 'name', draw: () => <CanDrawer id={ids.canId} {...ways} /> },
    'PUT /admin/assetDocument': { field: 'name', draw: () => <DocumentDrawer id={ids.documentId} {...ways} /> },
    'PUT /admin/projectManage': { field: 'name', draw: () => <ProjectDrawer id={ids.projectId} {...ways} /> },
    'PUT /admin/workPlan': { field: 'name', draw: () => <WorkPlanDrawer id={ids.workPlanId} {...ways} /> },
    'PUT /admin/tenant': { field: 'name', draw: () => <TenantDrawer id={2} {...ways} /> },
    'PUT /admin/reportSchedule': { field: 'name', draw: () => <ScheduleDrawer id={ids.scheduleId} {...ways} /> },
    'PUT /admin/box': { field: 'name', draw: () => <BoxDrawer id={ids.boxId} onCalibrate={stay} {...ways} /> },
    'POST /admin/boxCalibration': {
      field: 'remark',
      sends: '新增标定',
      draw: () => <CalibrationDrawer id={ids.boxId} onClose={stay} />,
    },
    'PUT /admin/area': { field: 'name', draw: () => <AreaDrawer id={ids.areaId} {...ways} /> },
    'PUT /admin/shift': { field: 'name', way: '修改', draw: () => <ShiftsPanel /> },
    'PUT /admin/dict': {
      field: 'description',
      draw: () => <DictionaryDrawer id={ids.dictionaryId} onClose={stay} onAdded={stay} />,
    },
    'PUT /admin/dict/item': {
      field: 'label',
      draw: () => (
        <ItemDrawer id={ids.itemId} dictId={ids.vehicleTypesId} type="vehicle_type" next={1} mayAdd mayEdit {...ways} />
      ),
    },
    'PUT /admin/param': { field: 'publicName', draw: () => <ParameterDrawer id={ids.parameterId} {...ways} /> },
    'PUT /admin/jobTaskPlan': {
      field: 'name',
      draw: () => (
        <Answered call={listPlans}>
          {({ data, refetch }) => <PlanDrawer plan={data?.[0]} error={null} onReload={refetch} onClose={stay} />}
        </Answered>
      ),
    },
    'PUT /admin/user': {
      field: 'name',
      draw: () => <UserDrawer id={ids.markedUserId} deptId={undefined} onClose={stay} />,
    },
    'PUT /admin/menu': {
      field: 'name',
      draw: () => (
        <Answered call={getMenuTree}>
          {({ data }) => <MenuDrawer id={ids.menuId} below={undefined} tree={data ?? []} onClose={stay} onAddBelow={stay} />}
        </Answered>
      ),
    },
    'PUT /admin/dept': { field: 'name', draw: () => <DepartmentDrawer id={ids.deptId} below={0} onClose={stay} /> },
    'PUT /admin/role': { field: 'roleName', draw: () => <RoleDrawer id={ids.roleId} onCopy={stay} onClose={stay} /> },
    'PUT /admin/social': {
      field: 'remark',
      draw: () => (
        <Answered call={listProviders}>
          {({ data, refetch }) => <ProviderDrawer provider={data?.records[0]} error={null} onReload={refetch} onClose={stay} />}
        </Answered>
      ),
    },
    'PUT /admin/client': {
      field: 'name',
      draw: () => (
        <Answered call={listClients}>
          {({ data, refetch }) => <ClientDrawer client={data?.[0]} error={null} onReload={refetch} onClose={stay} />}
        </Answered>
      ),
    },
    'PUT /admin/intercom/group': {
      field: 'name',
      draw: () => (
        <Answered call={listIntercomGroups}>
          {({ data, refetch }) => (
            <GroupDrawer group={data?.find(({ mayChange }) => mayChange)} error={null} onReload={refetch} onClose={stay} />
          )}
        </Answered>
      ),
    },
    'PUT /admin/video/schedule': {
      field: 'name',
      draw: () => (
        <Answered call={listRecordingSchedules}>
          {({ data, refetch }) => <RecordingScheduleDrawer schedule={data?.[0]} error={null} onReload={refetch} onClose={stay} />}
        </Answered>
      ),
    },
    'PUT /admin/subscription': {
      field: 'name',
      draw: () => (
        <Answered call={listSubscriptions}>
          {({ data, refetch }) => <SubscriptionDrawer subscription={data?.[0]} error={null} onReload={refetch} onClose={stay} />}
        </Answered>
      ),
    },
    ...Object.fromEntries(
      Object.entries(ruleLists).map(([path, list]) => [`PUT ${path}`, { field: 'name', draw: ruleForm(list) }]),
    ),
  }
}

const Search = z.object({ call: z.string() })
const FormOfCall = ({ search: { call } }: PageProps<z.infer<typeof Search>>) => forms()[call]?.draw() ?? null

/** Calls that compare a state and are sent by something else than a form with a text field, with the test that looks at it. */
const elsewhere: Record<string, string> = {
  'PUT /admin/user/edit': 'changed by its person, and by an administrator elsewhere: e2e/organisation.test.ts',
  'PUT /admin/role/menu': 'the family’s clients send it; the form of a role sends its menus with the rest',
  'PUT /admin/device': 'binding a terminal: TerminalsPage.test.tsx',
  'PUT /admin/calendarDay': 'a mark of a day: RulesPage.test.tsx',
  'POST /admin/unitInfo/modifyUnitInfo': 'a page of its own: e2e/logs.test.ts',
  'PUT /admin/board/own': 'the editor of boards: e2e/board-editor.test.ts',
  'PUT /admin/board/own/publish': 'publishes what the editor has saved: features/boards/own/routes.test.ts',
  'PUT /admin/board/own/takeBack': 'from the state that the editor shows: features/boards/own/routes.test.ts',
  'PUT /admin/board/own/restore': 'from the state that the editor shows: features/boards/own/routes.test.ts',
  'PUT /admin/subscription/secret': 'from the state that the form shows: features/subscriptions/deliveries.test.ts',
  'PUT /admin/client/secret': 'from the state that the form shows: features/clients/routes.test.ts',
  'POST /admin/unitInfo/bindUnitInfo': 'a picture, which no screen binds by itself: e2e/logs.test.ts',
}

const takesState = ({ method, input }: Endpoint) =>
  method !== 'DELETE' && 'shape' in input && Object.hasOwn(Object(input.shape), 'updateTime')

test('every call that compares a state has its form here, or says where it is tested', () => {
  const calls = kit.server.app.endpoints.filter(takesState).map(nameOfCall)
  expect([...Object.keys(forms()), ...Object.keys(elsewhere)].sort()).toEqual(calls.sort())
  expect(Object.keys(ruleLists).sort()).toEqual(rulePaths.toSorted())
})

/** The field of a form by its name, in whatever words it is labelled. */
const fieldOf = (name: string) =>
  vi.waitFor(() => {
    const field = document.querySelector<HTMLInputElement | HTMLTextAreaElement>(
      `input[id$="_${name}"]:not(:disabled), textarea[id$="_${name}"]:not(:disabled)`,
    )
    if (!field) throw new Error(`no field ${name}`)
    return field
  }, patience)

test('who saves a form after somebody else is told who was first, and keeps what they typed', async () => {
  const { admin, second, values } = made
  for (const [call, { field, way, sends = '确定' }] of Object.entries(forms())) {
    const [method = '', path = ''] = call.split(' ')
    // What is a person's own is changed by them alone, from another screen.
    const other = path === '/admin/reportSchedule' ? admin : second
    const change = async () => {
      const { status, msg } = await other.call(method === 'POST' ? 'POST' : 'PUT', path, {
        ...values[call],
        updateTime: undefined,
      })
      expect([call, status, msg]).toEqual([call, 200, null])
    }
    // The form is filled in from what the call takes.
    await change()
    open(FormOfCall, Search, { call })
    if (way) await press(new RegExp(way))
    await enter(await fieldOf(field), '改')
    await change()
    await press(sends, screen.getAllByRole('dialog').at(-1))
    const alert = await screen.findByRole('alert', {}, patience).catch(() => undefined)
    const who = other === admin ? '甲管理员' : '乙管理员'
    expect([call, alert?.textContent]).toEqual([
      call,
      expect.stringMatching(new RegExp(`^${who} 已于 .+ 修改，您的操作没有执行`)),
    ])
    expect(within(alert!).getByRole('button', { name: '查看差异' })).toBeTruthy()
    expect([call, (await fieldOf(field)).value]).toEqual([call, expect.stringContaining('改')])
    cleanup()
  }
}, 300_000)
