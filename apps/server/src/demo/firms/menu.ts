import { MenuType } from '@huanwei/contract/menus/codes'
import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import { menus } from '../../features/menus/table.ts'
import { roleMenus, roles } from '../../features/roles/table.ts'

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

/** Items that lead to sites of others: the page of the GPS supplier, the evaluation site, a navigation page. Source: spec 1, section 2.5. */
const outside = [
  { path: '/monitor/video/index', name: '实时视频', labels: { 'zh-TW': '即時影像', 'en-US': 'Live video' } },
  { path: '/cwy/score', name: '考核评价', labels: { 'zh-TW': '考核評價', 'en-US': 'Evaluation' } },
  { path: '/page-feixiang', name: '导航页', labels: { 'zh-TW': '導覽頁', 'en-US': 'Navigation page' } },
]

/** Adds them to the top of a tenant's menu, behind what is there, and gives them to its roles. */
export async function addOutsideItems(tx: Tx, tenantId: number) {
  const first = 100
  const added = await tx
    .insert(menus)
    .values(outside.map((item, i) => ({ tenantId, parentId: -1, type: MenuType.menu, sort: first + i, ...item })))
    .returning({ menuId: menus.id })
  const all = await tx.select({ roleId: roles.id }).from(roles).where(eq(roles.tenantId, tenantId))
  await tx.insert(roleMenus).values(all.flatMap(({ roleId }) => added.map(({ menuId }) => ({ tenantId, roleId, menuId }))))
}
