import type { Area } from '@huanwei/contract/areas/endpoints'
import { Skeleton } from 'antd'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyMap } from '../../map/base/lazy-map.ts'
import { useSizeWords } from './size-words.ts'

const ChoiceOfAreas = lazyMap(async () => (await import('../../map/ChoiceOfAreas.tsx')).ChoiceOfAreas)

type Props = {
  /** The same array while nothing changed. */
  areas: readonly Area[]
  chosen: number | undefined
  onChoose: (id: number) => void
  /** Opens the chosen one, where no row beside the map does. */
  onOpen?: (area: Area) => void
}

/** The areas of the list on a map, and below it the chosen one in words where there is no list. */
export function AreasOnMap({ areas, chosen, onChoose, onOpen }: Props) {
  const { t } = useTranslation(['areas', 'list'])
  const sizeOf = useSizeWords()
  const area = areas.find(({ id }) => id === chosen)
  return (
    <section className="areas-map" aria-label={t('map')}>
      <div>
        <Suspense fallback={<Skeleton.Node active />}>
          <ChoiceOfAreas areas={areas} chosen={chosen} onChoose={onChoose} />
        </Suspense>
      </div>
      {onOpen && (
        <p role="status">
          {area ? (
            <>
              <strong>{area.name}</strong>
              {` · ${area.deptName} · ${t(`kinds.${area.shape.kind}`)} · ${sizeOf(area.shape)} `}
              <button type="button" className="list-link" onClick={() => onOpen(area)}>
                {t('list:details')}
              </button>
            </>
          ) : (
            t('mapHint', { count: areas.length })
          )}
        </p>
      )}
    </section>
  )
}
