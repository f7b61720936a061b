import { z } from 'zod'
import { withWork, workFilter } from '../cleaning/endpoints.ts'
import { endpoint } from '../endpoint.ts'
import { id, nothing, orNone, parentId, whole } from '../fields.ts'
import { Status } from '../live/codes.ts'
import { ObjectType } from '../objects.ts'

/** A channel of a vehicle's cameras, from 1, that is shown; `deviceId` is the number of the terminal that sends it. */
export const Passageway = z.object({ passageway: z.number(), passagewayDescribe: z.string(), deviceId: z.string() })
export type Passageway = z.infer<typeof Passageway>

export const LocationData = z.object({
  deviceId: z.string(),
  /** Null without cameras. */
  videoDeviceId: z.string().nullable(),
  status: z.enum(Status),
  statusAcc: z.enum(['0', '1']),
  terminalPassageways: z.array(Passageway),
})

/** Fields of every node; see `TreeNode`. */
const Node = z.object({
  id: z.number(),
  /** 0 for a root, the department for an object, the vehicle for a channel. */
  parentId: z.number(),
  isParent: z.boolean(),
  label: z.string(),
  name: z.string(),
  /** Initials in pinyin, for the search box. */
  initials: z.string(),
  plateNumber: z.string().optional(),
  vehicleType: z.string().optional(),
  /** Number of cameras; the channels of some may be hidden. */
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

const type = orNone(z.string().max(20))

/** Filter of trees, lists and counts, within the caller's scope. Fields of another kind of object, and `menuId`, have no effect. */
const filter = z.object({
  menuId: orNone(whole(z.number())),
  vehicleType: type,
  vehicleFunction: type,
  roleId: orNone(id),
  facilityType: type,
  status: orNone(whole(z.enum(Status))),
  /** A department with all below it. */
  deptId: orNone(id),
  /** Limits a tree to one level, flat: the direct children of this department, 0 for the roots. Counts include all below. */
  parentId: orNone(parentId),
})

const tree = (path: string) =>
  endpoint({
    method: 'POST',
    path: `/admin/tree/${path}`,
    access: 'session',
    reads: true,
    input: filter,
    output: z.array(TreeNode),
  })
const read = (path: string) => ({ ...tree(path), method: 'GET' as const })

// Trees nest; lists are flat, departments first; `getDept…` are leaves alone. Source: spec 4, S0 §7.
export const getVehicleTree = tree('getTreeByDeptVehicle')
export const getVehicleTreeList = tree('getDeptTreeVehicleList')
export const selectVehicleTree = read('selectDeptVehicleTreeList')
export const getDepartmentVehicles = tree('getDeptVehicleList')
export const getVehicleFunctionTree = tree('getDeptVehicleFunctionList')
/** Only vehicles with a terminal, from which location data comes. */
export const getVehicleFunctionData = tree('getDeptVehicleFunctionDataList')
/** … each with its channels behind it. */
export const getVehicleFunctionDevices = tree('getDeptVehicleFunctionDeviceList')
/** Only objects with an intercom account, as all three intercom trees; of facilities cans too when they are asked for. */
export const getIntercomVehicles = tree('getIntercomVehicle')

// Everybody who may log in; only those with a terminal where the filter and the scope leave more than 10 000 without one.
export const getPersonTree = tree('getTreeByDeptUser')
export const getPersonTreeList = tree('getUserTreeVoList')
export const selectPersonTree = read('selectDeptUserTreeList')
export const getDepartmentPeople = tree('getDeptUserVoList')
export const getIntercomPeople = tree('getIntercomUser')

// Garbage cans are facilities with trees of their own; these have them when `facilityType` asks for them.
export const getFacilityTreeList = tree('getFacilityTreeVoList')
/** Only facilities with a sensor, from which location data comes. */
export const getFacilityTreeData = tree('getFacilityTreeVoDataList')
export const getDepartmentFacilities = tree('getDeptFacilityVoList')
export const getIntercomFacilities = tree('getIntercomFacility')
export const getCanTree = read('getTreeByDeptGarbageCan')
export const getCanTreeList = read('selectGarbageCanTreeList')

const TypeCount = z.object({ id: z.number(), value: z.string(), label: z.string(), countType: z.number().int() })
const typeCount = (path: string) => ({ ...tree(path), output: z.array(TypeCount) })
export const getVehicleTypeCount = typeCount('getVehicleTypeCount')
/** Counts of the vehicles with cameras. */
export const getVehicleVideoTypeCount = typeCount('getVehicleVideoTypeCount')
export const getVehicleTypeByFunctionCount = typeCount('getVehicleTypeByFunctionCount')

/** Source: spec 1, section 3 (facility type). */
const FacilityTypeCount = TypeCount.extend({ facilityType: z.string(), facilityTypeName: z.string() })
export const getFacilityTypeCount = {
  ...tree('getFacilityTypeCount'),
  output: z.array(FacilityTypeCount),
}
/** Counts of the facilities with a sensor. */
export const getFacilityTypeDataCount = { ...getFacilityTypeCount, path: '/admin/tree/getFacilityTypeDataCount' }

/** Source: spec 2, section 3 (role option). */
export const getRoleCount = {
  ...tree('selectUserRoleCount'),
  output: z.array(z.object({ roleId: z.number(), roleName: z.string(), roleCount: z.number().int() })),
}

const amount = z.number().int()
/** Each kind today: its objects by status, and the violations of the day. */
export const getTodaySurvey = {
  ...read('getTodaySurveyList'),
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
/** Counts of the vehicles with cameras. */
export const getVehicleVideoStatusCount = endpoint({
  ...getVehicleStatusCount,
  path: '/admin/vehicle/getVehicleVideoStatusCount',
})
export const getPersonStatusCount = endpoint({
  ...getVehicleStatusCount,
  path: '/admin/user/getUserStatusCount',
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
})

/** Vehicles with their last fix; degrees WGS-84, km/h. */
export const getVehicleData = endpoint({
  method: 'POST',
  path: '/admin/vehicle/getVehicleDataList',
  access: 'session',
  reads: true,
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
      /** The channels of its cameras that are shown. */
      terminalPassageways: z.array(Passageway),
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

/** Latest readings of sensors, by metric, in its unit, with the device time. */
const Reading = z.object({ metric: z.string(), value: z.number(), time: z.string() })

/** Objects that have a terminal or sensor, with what it said last; degrees WGS-84, km/h, m, km. */
export const getRealtimeData = endpoint({
  method: 'POST',
  path: '/admin/device/data/getDeviceRealtimeDataList',
  access: 'session',
  reads: true,
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
      /** Type of a vehicle or facility; roles of a person. */
      objectTypeName: z.string(),
      deptId: z.number(),
      deptName: z.string(),
      /** The driver's phone for a vehicle. */
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

/** The first `mostListed` cans from `fill` percent on, the fullest first; those that nobody measures are not among them. */
export const listOverflow = endpoint({
  method: 'POST',
  path: '/admin/facility/selectGarbageOverflowList',
  access: 'session',
  reads: true,
  input: filter.pick({ menuId: true, deptId: true, status: true }).extend({
    fill: whole(z.number().min(0).max(100)).optional(),
    ...workFilter,
  }),
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
      ...withWork,
    }),
  ),
})
