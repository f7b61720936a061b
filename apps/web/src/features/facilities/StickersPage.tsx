import { PrinterOutlined } from '@ant-design/icons'
import { listFacilities } from '@huanwei/contract/facilities/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Button, Select, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { query } from '../../lib/api.ts'
import { ListEmpty, LoadFailed } from '../../ui/list/ListNotice.tsx'
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'
import { maybeId } from '../queues/queue-search.ts'
import { FacilitySelect } from './FacilitySelect.tsx'
import { Sticker } from './Sticker.tsx'
import './stickers.css'

export const StickersSearch = z.object({
  objectId: maybeId,
  deptId: maybeId,
  facilityType: z.string().max(20).catch('1'),
})
type StickersSearch = z.infer<typeof StickersSearch>
type Props = { search: StickersSearch; onSearch: (change: Partial<StickersSearch>) => void }

/** The stickers that lead citizens to the page of a facility, four on a sheet, to print. Public toilets unless another type is chosen. */
export function StickersPage({ search, onSearch }: Props) {
  const { t } = useTranslation(['facilities', 'list'])
  const all = useQuery({ ...query(listFacilities, { deptId: search.deptId }), staleTime: 60_000 })
  const types = new Map(all.data?.map(({ facilityType, facilityTypeName }) => [facilityType, facilityTypeName]))
  const chosen = all.data?.filter(({ id, facilityType }) =>
    search.objectId ? id === search.objectId : facilityType === search.facilityType,
  )
  return (
    <main className="stickers">
      <header>
        <h1>{t('stickers.title')}</h1>
        <div className="stickers-choice">
          <FacilitySelect label={t('facility')} value={search.objectId} onChange={(objectId) => onSearch({ objectId })} />
          <DepartmentSelect label={t('department')} value={search.deptId} onChange={(deptId) => onSearch({ deptId })} />
          <Select
            aria-label={t('type')}
            options={[...types].map(([value, label]) => ({ value, label }))}
            value={types.has(search.facilityType) ? search.facilityType : null}
            placeholder={t('type')}
            disabled={search.objectId !== undefined}
            onChange={(facilityType) => onSearch({ facilityType: facilityType ?? '1' })}
          />
          <Button
            type="primary"
            icon={<PrinterOutlined />}
            autoInsertSpace={false}
            disabled={!chosen?.length}
            onClick={() => window.print()}
          >
            {t('stickers.print', { n: chosen?.length ?? 0 })}
          </Button>
        </div>
      </header>
      {all.error ? (
        <LoadFailed title={t('list:failed')} error={all.error} onRetry={() => all.refetch()} />
      ) : !chosen ? (
        <Skeleton active />
      ) : chosen.length === 0 ? (
        <ListEmpty title={t('stickers.none')} hint={t('stickers.noneHint')} />
      ) : (
        <div className="stickers-sheets">
          {chosen.map((facility) => (
            <Sticker key={facility.id} facility={facility} />
          ))}
        </div>
      )}
    </main>
  )
}
