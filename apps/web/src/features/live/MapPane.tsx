import { Skeleton } from 'antd'
import { type ComponentProps, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyMap } from '../../map/base/lazy-map.ts'
import { useAllAreas } from '../../map/shapes/use-all-areas.ts'
import { ListEmpty } from '../../ui/list/ListNotice.tsx'

const LiveMap = lazyMap(async () => (await import('../../map/LiveMap.tsx')).LiveMap, NoMap)

/** The tree beside it works without the map. */
function NoMap() {
  const { t } = useTranslation('live')
  return <ListEmpty title={t('noMap')} hint={t('noMapHint')} />
}

const noAreas: [] = []

/** The map with all areas, and a note when those did not load. */
export function MapPane(props: Omit<ComponentProps<typeof LiveMap>, 'areas'>) {
  const { t } = useTranslation('live')
  const areas = useAllAreas()
  return (
    <div className="live-map">
      <Suspense fallback={<Skeleton.Node active className="live-map-skeleton" />}>
        <LiveMap areas={areas.data?.records ?? noAreas} {...props} />
      </Suspense>
      {areas.error && <p className="live-map-note">{t('noAreas', { reason: areas.error.message })}</p>}
    </div>
  )
}
