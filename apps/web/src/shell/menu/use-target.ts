import type { MenuNode } from '@huanwei/contract/menus/endpoints'
import { getUnitLinks } from '@huanwei/contract/units/endpoints'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { i18n } from '../../i18n/i18n.ts'
import { query } from '../../lib/api.ts'
import { notify } from '../../lib/notices.ts'
import { useSession } from '../../lib/session.ts'
import type { Ahead } from '../ahead.ts'
import { asLeft } from '../tabs/tabs.ts'
import { type MenuTarget, needsLinks, targetOf } from './menu-target.ts'
import { openEvaluation } from './open-evaluation.ts'

export const useTenantId = () => useSession((s) => s.session?.user.tenantId ?? 0)

/** Targets of `nodes`; the links of the organisation are loaded only when one of them needs them. */
export function useTargets(nodes: MenuNode[]) {
  const tenantId = useTenantId()
  const enabled = nodes.some((node) => needsLinks(node, tenantId))
  const links = useQuery({ ...query(getUnitLinks, {}), enabled, staleTime: 60_000 })
  return (node: MenuNode) => targetOf(node, links.data, tenantId)
}

/** Action of a target that is no link. */
export function actOn(target: Exclude<MenuTarget, { kind: 'page' | 'window' }>) {
  if (target.kind === 'evaluation') void openEvaluation()
  else notify({ kind: 'warning', text: i18n.t(`shell:menu.missing.${target.what}`) })
}

/** Follows a target as its link would. */
export function useFollow(ahead: Ahead) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return (target: MenuTarget) => {
    if (target.kind === 'window') window.open(target.href, '_blank', 'noopener')
    else if (target.kind !== 'page') actOn(target)
    else {
      ahead.ask(queries, target.to)
      void navigate(target.to, { state: asLeft })
    }
  }
}
