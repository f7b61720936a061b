import './outside.css'
import { outerOrigin } from '@huanwei/contract/menus/rules'
import { getUnitLinks } from '@huanwei/contract/units/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { query } from '../../lib/api.ts'
import type { PageProps } from '../../lib/page.tsx'
import { LoadFailed } from '../../ui/list/ListNotice.tsx'
import { PageSkeleton } from '../PageSkeleton.tsx'
import { StateView } from './StatePage.tsx'

export const OutsideSearch = z.object({ src: z.string().catch(''), name: z.string().optional() })

/** Sandbox of an outside page in the frame: scripts and new windows, but no navigation of this window. */
const allowed = 'allow-scripts allow-same-origin allow-forms allow-popups allow-downloads'

/** A page of another site, of those that the organisation lets in. Source: spec 1, section 2.4. */
export function OutsidePage({ search: { src, name } }: PageProps<z.infer<typeof OutsideSearch>>) {
  const { t } = useTranslation('pages')
  const links = useQuery({ ...query(getUnitLinks, {}), staleTime: 60_000 })
  const origin = outerOrigin(src)
  if (links.isPending) return <PageSkeleton />
  if (!links.data) return <LoadFailed title={t('outside.failed')} error={links.error} onRetry={() => links.refetch()} />
  if (!origin || origin === window.location.origin || !links.data.frameOrigins.includes(origin))
    return (
      <StateView title={t('outside.refused')} hint={t('outside.refusedHint')}>
        <code>{src}</code>
      </StateView>
    )
  return <iframe className="outside" src={src} title={name || new URL(src).host} sandbox={allowed} referrerPolicy="no-referrer" />
}
