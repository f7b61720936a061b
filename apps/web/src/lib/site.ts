import { getSite, type Site } from '@huanwei/contract/sites/endpoints'
import { create } from 'zustand'
import { call } from './api.ts'
import { writeEntry } from './entries.ts'

/** What the host stands for; null until the server answered. */
export const useSite = create<{ site: Site | null }>(() => ({ site: null }))

/** Asks the server whose host this is, and keeps the tenant for the calls before the login. Throws NetworkError. */
export async function loadSite() {
  const site = await call(getSite, {})
  writeEntry('tenantId', site.tenantId, 'local')
  useSite.setState({ site })
}
