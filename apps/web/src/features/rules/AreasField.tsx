import { listAreas } from '@huanwei/contract/areas/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { lazyMap } from '../../map/lazy-map.ts'

const AreasMap = lazyMap(async () => (await import('../../map/AreasMap.tsx')).AreasMap)

/** All that a page of the call holds. */
const areasAtMost = 3000

/** All areas of the caller's scope. */
export const useAreas = () =>
  useQuery({ ...query(listAreas, { current: 1, size: areasAtMost }), staleTime: 60_000 }).data?.records

/** In a form, `Form.Item` gives all but the label. */
type Props = { label: string; isOfRoutes: boolean; id?: string; value?: number[]; onChange?: (ids: number[]) => void }

/** Areas by name, with a look at where they are. */
export function AreasField({ label, isOfRoutes, id, value = [], onChange }: Props) {
  const { t } = useTranslation(['rules', 'list'])
  const areas = useAreas()
  const offered = areas?.filter(({ shape }) => !isOfRoutes || shape.kind === 'route')
  const chosen = areas?.filter((area) => value.includes(area.id)) ?? []
  return (
    <>
      <Select<number[]>
        {...(id && { id })}
        mode="multiple"
        aria-label={label}
        placeholder={label}
        showSearch={{ optionFilterProp: 'label' }}
        options={offered?.map((area) => ({ value: area.id, label: area.name })) ?? []}
        loading={!areas}
        notFoundContent={t(!areas ? 'list:loading' : isOfRoutes ? 'noRoutes' : 'noAreas')}
        value={areas ? value : []}
        onChange={(ids) => onChange?.(ids)}
      />
      {chosen.length > 0 && (
        <div className="rule-areas">
          <Suspense>
            <AreasMap areas={chosen} />
          </Suspense>
        </div>
      )}
    </>
  )
}
