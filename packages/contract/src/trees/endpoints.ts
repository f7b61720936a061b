import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, nothing, parentId, whole } from '../fields.ts'
import { Status } from '../live/codes.ts'
import { ObjectType } from '../objects.ts'
import { VehicleFunction } from '../vehicles/endpoints.ts'

/** A channel of a vehicle's cameras, from 1, that is shown; `deviceId` is the number of the terminal that sends it. */
const Passageway = z.object({ passageway: z.number(), passagewayDescribe: z.string(), deviceId: z.string() })

export const LocationData = z.object({
  deviceId: z.string(),
  /** Null without cameras. */
  videoDeviceId: z.string().nullable(),
  status: z.enum(Status),
  statusAcc: z.enum(['0', '1']),
  terminalPassageways: z.array(Passageway),
})

/** What every node says; see `TreeNode`. */
const Node = z.object({
  id: z.number(),
  /** Of a root 0, of an object its department, of a channel its vehicle. */
  parentId: z.number(),
  isParent: z.boolean(),
  label: z.string(),
  name: z.string(),
  /** Initials in pinyin, for the search box. */
  initials: z.string(),
  plateNumber: z.string().optional(),
  vehicleType: z.string().optional(),
  /** How many cameras; the channels of some may be hidden. */
  vehicleCamera: z.number().optional(),
  hideChannel: z.array(z.number()).optional(),
  isUser: z.boolean().optional(),
  roleIds: z.array(z.number()).optional(),
  isFacility: z.boolean().optional(),
  facilityType: z.string().optional(),
  /** A channel of the vehicle `parentId`: its `id` is made by `channelNodeId`. */
  isVideo: z.boolean().optional(),
  channel: z.number().optional(),
  /** `online/total`, on groups. */
  count: z.string().optional(),
  /** Null while an object is offline. */
  locationData: LocationData.nullable(),
})

/** Departments are groups (`isParent`), objects leaves. Ids of the two overlap: a key is the pair. Source: spec 1, section 3. */
export type TreeNode = z.infer<typeof Node> & { children?: TreeNode[] | undefined }
export const TreeNode: z.ZodType<TreeNode> = z.lazy(() => Node.extend({ children: z.array(TreeNode).optional() }))

/** The family's clients send a blank for what they do not narrow by. */
const orNone = <T extends z.ZodType>(form: T) =>
  z.preprocess((sent) => (sent === '' || sent === null ? undefined : sent), form.optional()).optional()
const type = orNone(z.string().max(20))

/** What narrows trees, lists and counts, always within the caller's scope. What another kind is narrowed by, and `menuId`, changes nothing. */
const filter = z.object({
  menuId: orNone(whole(z.number())),
  vehicleType: type,
  vehicleFunction: orNone(z.enum(VehicleFunction)),
  roleId: orNone(id),
  facilityType: type,
  status: orNone(whole(z.enum(Status))),
  /** A department with all below it. */
  deptId: orNone(id),
  /** Asks a tree for one level, flat: what is directly below this department, 0 for the roots. Counts are of all below. */
  parentId: orNone(parentId),
})

type Named = { path: string; summary: string }
const tree = ({ path, summary }: Named) =>
  endpoint({
    method: 'POST',
    path: `/admin/tree/${path}`,
    access: 'session',
    reads: true,
    summary,
    input: filter,
    output: z.array(TreeNode),
  })
const read = (named: Named) => ({ ...tree(named), method: 'GET' as const })

// Trees nest; lists are flat, departments first; `getDept…` are leaves alone. Source: spec 4, S0 §7.
export const getVehicleTree = tree({ path: 'getTreeByDeptVehicle', summary: '车辆树' })
export const getVehicleTreeList = tree({ path: 'getDeptTreeVehicleList', summary: '车辆树(平铺)' })
export const selectVehicleTree = read({ path: 'selectDeptVehicleTreeList', summary: '选择车辆' })
export const getDepartmentVehicles = tree({ path: 'getDeptVehicleList', summary: '部门车辆' })
export const getVehicleFunctionTree = tree({ path: 'getDeptVehicleFunctionList', summary: '按功能的车辆树' })
/** Only vehicles with a terminal, from which location data comes. */
export const getVehicleFunctionData = tree({ path: 'getDeptVehicleFunctionDataList', summary: '按功能的车辆数据树' })
/** … each with its channels behind it. */
export const getVehicleFunctionDevices = tree({ path: 'getDeptVehicleFunctionDeviceList', summary: '按功能的车辆通道树' })
/** Only objects with an intercom account, as all three intercom trees; of facilities cans too when they are asked for. */
export const getIntercomVehicles = tree({ path: 'getIntercomVehicle', summary: '对讲车辆' })

export const getPersonTree = tree({ path: 'getTreeByDeptUser', summary: '人员树' })
export const getPersonTreeList = tree({ path: 'getUserTreeVoList', summary: '人员树(平铺)' })
export const selectPersonTree = read({ path: 'selectDeptUserTreeList', summary: '选择人员' })
export const getDepartmentPeople = tree({ path: 'getDeptUserVoList', summary: '部门人员' })
export const getIntercomPeople = tree({ path: 'getIntercomUser', summary: '对讲人员' })

// Garbage cans are facilities with trees of their own; these have them when `facilityType` asks for them.
export const getFacilityTreeList = tree({ path: 'getFacilityTreeVoList', summary: '设施树(平铺)' })
/** Only facilities with a sensor, from which location data comes. */
export const getFacilityTreeData = tree({ path: 'getFacilityTreeVoDataList', summary: '设施数据树' })
export const getDepartmentFacilities = tree({ path: 'getDeptFacilityVoList', summary: '部门设施' })
export const getIntercomFacilities = tree({ path: 'getIntercomFacility', summary: '对讲设施' })
export const getCanTree = read({ path: 'getTreeByDeptGarbageCan', summary: '垃圾桶树' })
export const getCanTreeList = read({ path: 'selectGarbageCanTreeList', summary: '选择垃圾桶' })

const TypeCount = z.object({ id: z.number(), value: z.string(), label: z.string(), countType: z.number().int() })
const typeCount = (named: Named) => ({ ...tree(named), output: z.array(TypeCount) })
export const getVehicleTypeCount = typeCount({ path: 'getVehicleTypeCount', summary: '车辆类型统计' })
/** Of the vehicles with cameras. */
export const getVehicleVideoTypeCount = typeCount({ path: 'getVehicleVideoTypeCount', summary: '视频车辆类型统计' })
export const getVehicleTypeByFunctionCount = typeCount({ path: 'getVehicleTypeByFunctionCount', summary: '车辆功能统计' })

/** Source: spec 1, section 3 (facility type). */
const FacilityTypeCount = TypeCount.extend({ facilityType: z.string(), facilityTypeName: z.string() })
export const getFacilityTypeCount = {
  ...tree({ path: 'getFacilityTypeCount', summary: '设施类型统计' }),
  output: z.array(FacilityTypeCount),
}
/** Of the facilities with a sensor. */
export const getFacilityTypeDataCount = { ...getFacilityTypeCount, path: '/admin/tree/getFacilityTypeDataCount' }

/** Source: spec 2, section 3 (role option). */
export const getRoleCount = {
  ...tree({ path: 'selectUserRoleCount', summary: '人员角色统计' }),
  output: z.array(z.object({ roleId: z.number(), roleName: z.string(), roleCount: z.number().int() })),
}

const amount = z.number().int()
/** How each kind is doing today: its objects by status, and the violations of the day. */
export const getTodaySurvey = {
  ...read({ path: 'getTodaySurveyList', summary: '今日概况' }),
  input: nothing,
  output: z.array(
    z.object({
      objectType: z.enum(ObjectType),
      total: amount,
      online: amount,
      stationary: amount,
      moving: amount,
      alert: amount,
      offline: amount,
      violations: amount,
      /** Violations of the day that nobody judged yet. */
      pending: amount,
    }),
  ),
}

/** Source: spec 2, section 3 (status counts). */
export const getVehicleStatusCount = endpoint({
  method: 'POST',
  path: '/admin/vehicle/getVehicleStatusCount',
  access: 'session',
  reads: true,
  summary: '车辆状态统计',
  input: filter,
  output: z.object({
    vehicleCount: amount,
    vehicleOnlineCount: amount,
    vehicleStaticCount: amount,
    vehicleRunningCount: amount,
    vehicleAlarmCount: amount,
    vehicleOfflineCount: amount,
  }),
})
/** Of the vehicles with cameras. */
export const getVehicleVideoStatusCount = endpoint({
  ...getVehicleStatusCount,
  path: '/admin/vehicle/getVehicleVideoStatusCount',
  summary: '视频车辆状态统计',
})
export const getPersonStatusCount = endpoint({
  ...getVehicleStatusCount,
  path: '/admin/user/getUserStatusCount',
  summary: '人员状态统计',
  output: z.object({
    userCount: amount,
    userOnlineCount: amount,
    userStaticCount: amount,
    userRunningCount: amount,
    userAlarmCount: amount,
    userOfflineCount: amount,
  }),
})
export const selectVehiclesByFunction = endpoint({
  ...getVehicleTree,
  path: '/admin/vehicle/selectVehicleByFunctionList',
  summary: '按功能选择车辆',
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

/** What sensors measured last, by metric, in its unit, with the device time. */
const Reading = z.object({ metric: z.string(), value: z.number(), time: z.string() })

/** Objects that have a terminal or sensor, with what it said last; degrees WGS-84, km/h, m, km. */
export const getRealtimeData = endpoint({
  method: 'POST',
  path: '/admin/device/data/getDeviceRealtimeDataList',
  access: 'session',
  reads: true,
  summary: '终端实时数据',
  input: filter.extend({
    objectType: orNone(z.enum(ObjectType)),
    ids: z.array(id).max(3000).optional(),
    /** Terminal numbers, as `locationData.deviceId` says them. */
    deviceIds: z.array(z.string().max(64)).max(3000).optional(),
  }),
  output: z.array(
    z.object({
      objectType: z.enum(ObjectType),
      objectId: z.number(),
      objectName: z.string(),
      /** Of a vehicle or facility its type, of a person the roles. */
      objectTypeName: z.string(),
      deptId: z.number(),
      deptName: z.string(),
      /** Of a vehicle its driver's. */
      phone: z.string(),
      deviceId: z.string(),
      status: z.enum(Status),
      statusAcc: z.enum(['0', '1']),
      lng: z.number().nullable(),
      lat: z.number().nullable(),
      speed: z.number().nullable(),
      direction: z.number().nullable(),
      altitude: z.number().nullable(),
      mileage: z.number().nullable(),
      time: z.string().nullable(),
      receiveTime: z.string().nullable(),
      position: z.string().nullable(),
      readings: z.array(Reading),
    }),
  ),
})

/** Cans from `fill` percent on, the fullest first; those that nobody measures are not among them. */
export const listOverflow = endpoint({
  method: 'POST',
  path: '/admin/facility/selectGarbageOverflowList',
  access: 'session',
  reads: true,
  summary: '垃圾桶满溢列表',
  input: filter
    .pick({ menuId: true, deptId: true, status: true })
    .extend({ fill: whole(z.number().min(0).max(100).default(80)) }),
  output: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      deptId: z.number(),
      deptName: z.string(),
      address: z.string(),
      lng: z.number(),
      lat: z.number(),
      status: z.enum(Status),
      fill: z.number(),
      time: z.string(),
    }),
  ),
})
