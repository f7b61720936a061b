import type { Preferences } from '@huanwei/contract/preferences/endpoints'
import type { MapView } from '@huanwei/contract/sites/endpoints'
import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import type { Viewer } from '../../http/viewer.ts'
import { users } from '../users/table.ts'

const isOneself = ({ tenantId, userId }: Viewer) => and(eq(users.tenantId, tenantId), eq(users.id, userId))

/** Stored preferences of the viewer, unparsed; `{}` when there are none. */
export async function findPreferences(tx: Tx, viewer: Viewer): Promise<unknown> {
  const [user] = await tx.select({ preferences: users.preferences }).from(users).where(isOneself(viewer))
  return user?.preferences
}

/** Writes `preferences` over earlier ones; false when later ones are kept. */
export async function keepPreferences(tx: Tx, viewer: Viewer, preferences: Preferences) {
  const kept = sql`coalesce((${users.preferences}->>'changed')::bigint, 0)`
  const written = await tx
    .update(users)
    .set({ preferences })
    .where(and(isOneself(viewer), sql`${kept} <= ${preferences.changed}`))
    .returning({ id: users.id })
  return written.length > 0
}

/** The viewer's last view of the live map; null when they never moved it. */
export async function findMapView(tx: Tx, viewer: Viewer): Promise<MapView | null> {
  const [user] = await tx.select({ view: users.mapView }).from(users).where(isOneself(viewer))
  return user?.view ?? null
}

export const keepMapView = (tx: Tx, viewer: Viewer, mapView: MapView | null) =>
  tx.update(users).set({ mapView }).where(isOneself(viewer))
