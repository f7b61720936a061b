import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import { menus } from '../../features/menus/table.ts'

/** Pages for people and places with sensors of their own. */
const ofSensors = ['personnel', 'facilityAlarm', 'personRule', 'facilityRule', 'can', 'box', 'work', 'attendance']
const ofCityToilets = ['toiletCare', 'toiletLive', 'toiletList', 'toiletCleaning']
const ofVillages = ['ruralCare', 'ruralLive', 'ruralList', 'suction']

/** Names of the menu items that an organisation of the demo, by its tenant, has no use for. */
const unused: Record<number, readonly string[]> = {
  2: [...ofSensors, ...ofVillages],
  34: [...ofSensors, ...ofCityToilets],
  62: [...ofSensors, ...ofCityToilets, ...ofVillages, 'facility', 'cleaning', 'inspection', 'public', 'project', 'file'],
}

/** Hides items of a tenant's menu, as its administrator would; who holds their permissions keeps them. */
export const hideUnused = (tx: Tx, tenantId: number) =>
  tx
    .update(menus)
    .set({ visible: '1' })
    .where(and(eq(menus.tenantId, tenantId), inArray(menus.name, [...(unused[tenantId] ?? [])])))
