import { getCan, pageCans } from '@huanwei/contract/cans/endpoints'
import { getDepartmentTree, listDepartments } from '@huanwei/contract/departments/endpoints'
import type { Endpoint } from '@huanwei/contract/endpoint'
import { getFacility, getKnownFacilities, pageFacilities } from '@huanwei/contract/facilities/endpoints'
import type { SheetName } from '@huanwei/contract/imports/codes'
import {
  getCanTemplate,
  getFacilityTemplate,
  getUserTemplate,
  getVehicleTemplate,
  importCans,
  importFacilities,
  importUsers,
  importVehicles,
} from '@huanwei/contract/imports/endpoints'
import type { Permission } from '@huanwei/contract/permissions'
import { listUsers } from '@huanwei/contract/users/endpoints'
import { getVehicle, listVehicles } from '@huanwei/contract/vehicles/endpoints'

type ImportKind = {
  call: typeof importUsers
  template: typeof getUserTemplate
  /** Calls whose answers an import changes. */
  shown: readonly Endpoint[]
  add: Permission
  /** Permission to change known records; people are only added. */
  edit: Permission | undefined
}

export const importKinds: Readonly<Record<SheetName, ImportKind>> = {
  users: {
    call: importUsers,
    template: getUserTemplate,
    shown: [listUsers, listDepartments, getDepartmentTree],
    add: 'sys_user_add',
    edit: undefined,
  },
  vehicles: {
    call: importVehicles,
    template: getVehicleTemplate,
    shown: [listVehicles, getVehicle, listDepartments],
    add: 'admin_vehicle_add',
    edit: 'admin_vehicle_edit',
  },
  facilities: {
    call: importFacilities,
    template: getFacilityTemplate,
    shown: [pageFacilities, getFacility, getKnownFacilities],
    add: 'admin_facility_add',
    edit: 'admin_facility_edit',
  },
  cans: {
    call: importCans,
    template: getCanTemplate,
    shown: [pageCans, getCan],
    add: 'admin_garbagecan_add',
    edit: 'admin_garbagecan_edit',
  },
}
