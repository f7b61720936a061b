import { ObjectType } from '@huanwei/contract/objects'
import * as calls from '@huanwei/contract/rules/endpoints'
import { tryFacilityRule, tryPersonRule, tryVehicleRule } from '@huanwei/contract/tryouts/endpoints'

/** The calls and permissions of the rules of each kind of object. */
export const ruleCalls = {
  [ObjectType.person]: {
    list: calls.listPersonRules,
    add: calls.addPersonRule,
    change: calls.changePersonRule,
    remove: calls.removePersonRule,
    tryOut: tryPersonRule,
    noun: 'admin_sysusermonitoringrule' as const,
  },
  [ObjectType.vehicle]: {
    list: calls.listVehicleRules,
    add: calls.addVehicleRule,
    change: calls.changeVehicleRule,
    remove: calls.removeVehicleRule,
    tryOut: tryVehicleRule,
    noun: 'admin_vehiclemonitoringrule' as const,
  },
  [ObjectType.facility]: {
    list: calls.listFacilityRules,
    add: calls.addFacilityRule,
    change: calls.changeFacilityRule,
    remove: calls.removeFacilityRule,
    tryOut: tryFacilityRule,
    noun: 'admin_sysfacilitymonitoringrule' as const,
  },
}
