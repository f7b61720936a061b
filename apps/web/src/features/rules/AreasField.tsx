import { Select } from 'antd'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyMap } from '../../map/base/lazy-map.ts'
import { useAllAreas } from '../../map/shapes/use-all-areas.ts'

const AreasMap = lazyMap(async () => (await import('../../map/AreasMap.tsx')).AreasMap)

/** In a form, `Form.Item` gives all but the label. */
type Props = { label: string; isOfRoutes: boolean; id?: string; value?: number[]; onChange?: (ids: number[]) => void }

/** Areas by name, with a look at where they are. */
export function AreasField({ label, isOfRoutes, id, value = [], onChange }: Props) {
  const { t } = useTranslation(['rules', 'list', 'common'])
  const areas = useAllAreas().data?.records
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
        notFoundContent={t(!areas ? 'common:loading' : isOfRoutes ? 'noRoutes' : 'noAreas')}
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
