import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, whole } from '../fields.ts'
import { Status } from '../live/codes.ts'

const Passageway = z.object({ passageway: z.number(), passagewayDescribe: z.string(), deviceId: z.string() })

export const LocationData = z.object({
  deviceId: z.string(),
  videoDeviceId: z.string().nullable(),
  status: z.enum(Status),
  statusAcc: z.enum(['0', '1']),
  terminalPassageways: z.array(Passageway),
})

/** Departments are groups (`isParent`), objects leaves. Ids of the two overlap: a key is the pair. Source: spec 1, section 3. */
export type TreeNode = {
  id: number
  parentId: number
  isParent: boolean
  label: string
  name: string
  plateNumber?: string | undefined
  /** Initials in pinyin, for the search box. */
  initials: string
  vehicleType?: string | undefined
  vehicleCamera?: number | undefined
  isUser?: boolean | undefined
  roleIds?: number[] | undefined
  isFacility?: boolean | undefined
  facilityType?: string | undefined
  /** `online/total`, on groups. */
  count?: string | undefined
  locationData: z.infer<typeof LocationData> | null
  children?: TreeNode[] | undefined
}
export const TreeNode: z.ZodType<TreeNode> = z.lazy(() =>
  z.object({
    id: z.number(),
    parentId: z.number(),
    isParent: z.boolean(),
    label: z.string(),
    name: z.string(),
    plateNumber: z.string().optional(),
    initials: z.string(),
    vehicleType: z.string().optional(),
    vehicleCamera: z.number().optional(),
    isUser: z.boolean().optional(),
    roleIds: z.array(z.number()).optional(),
    isFacility: z.boolean().optional(),
    facilityType: z.string().optional(),
    count: z.string().optional(),
    locationData: LocationData.nullable(),
    children: z.array(TreeNode).optional(),
  }),
)

/** `menuId` and `facilityType` are sent by the family's clients on every tree call; vehicles have no use for them. */
const filter = z.object({
  menuId: whole(z.number()).optional(),
  facilityType: z.string().optional(),
  vehicleType: z.string().max(20).optional(),
  status: whole(z.enum(Status)).optional(),
  deptId: id.optional(),
})

/** Departments with their vehicles, nested, leaves with locationData. */
export const getVehicleTree = endpoint({
  method: 'POST',
  path: '/admin/tree/getTreeByDeptVehicle',
  access: 'session',
  reads: true,
  summary: '车辆树',
  input: filter,
  output: z.array(TreeNode),
})
/** The same as one flat list, departments before their vehicles. */
export const getVehicleTreeList = endpoint({
  ...getVehicleTree,
  path: '/admin/tree/getDeptTreeVehicleList',
  summary: '车辆树(平铺)',
})
/** Leaves only. */
export const getDepartmentVehicles = endpoint({ ...getVehicleTree, path: '/admin/tree/getDeptVehicleList', summary: '部门车辆' })

const TypeCount = z.object({ id: z.number(), value: z.string(), label: z.string(), countType: z.number().int() })
export const getVehicleTypeCount = endpoint({
  method: 'POST',
  path: '/admin/tree/getVehicleTypeCount',
  access: 'session',
  reads: true,
  summary: '车辆类型统计',
  input: filter,
  output: z.array(TypeCount),
})
export const getVehicleTypeByFunctionCount = endpoint({
  ...getVehicleTypeCount,
  path: '/admin/tree/getVehicleTypeByFunctionCount',
  summary: '车辆功能统计',
})

/** Source: spec 2, section 3 (status counts). */
export const getVehicleStatusCount = endpoint({
  method: 'POST',
  path: '/admin/vehicle/getVehicleStatusCount',
  access: 'session',
  reads: true,
  summary: '车辆状态统计',
  input: filter,
  output: z.object({
    vehicleCount: z.number().int(),
    vehicleOnlineCount: z.number().int(),
    vehicleStaticCount: z.number().int(),
    vehicleRunningCount: z.number().int(),
    vehicleAlarmCount: z.number().int(),
    vehicleOfflineCount: z.number().int(),
  }),
})

/** Vehicles with their last fix; degrees WGS-84, km/h. */
export const getVehicleData = endpoint({
  method: 'POST',
  path: '/admin/vehicle/getVehicleDataList',
  access: 'session',
  reads: true,
  summary: '车辆实时数据',
  input: filter.extend({ ids: z.array(id).max(3000).optional() }),
  output: z.array(
    z.object({
      id: z.number(),
      plateNumber: z.string(),
      name: z.string(),
      deptId: z.number(),
      deptName: z.string(),
      vehicleType: z.string(),
      vehicleTypeName: z.string(),
      driverName: z.string(),
      driverPhone: z.string(),
      terminalNo: z.string().nullable(),
      deviceId: z.number().nullable(),
      status: z.enum(Status),
      lng: z.number().nullable(),
      lat: z.number().nullable(),
      speed: z.number().nullable(),
      direction: z.number().nullable(),
      time: z.string().nullable(),
      position: z.string().nullable(),
    }),
  ),
})
