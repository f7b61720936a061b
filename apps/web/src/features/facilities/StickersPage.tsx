import { PrinterOutlined } from '@ant-design/icons'
import { canType } from '@huanwei/contract/dictionaries/codes'
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

/** Paper of each format, width × height, and what the printer leaves free, mm. */
const papers = {
  sheet: { size: '210mm 297mm', margin: '10mm' },
  a6: { size: '105mm 148mm', margin: '0' },
  square: { size: '100mm 100mm', margin: '0' },
} as const
const formats = ['sheet', 'a6', 'square'] as const

export const StickersSearch = z.object({
  objectId: maybeId,
  deptId: maybeId,
  facilityType: z.string().max(20).catch('1'),
  format: z.enum(formats).catch('sheet'),
})
type StickersSearch = z.infer<typeof StickersSearch>
type Props = { search: StickersSearch; onSearch: (change: Partial<StickersSearch>) => void }

/** The stickers that lead citizens to the page of a facility, to print: four on a sheet, or each on paper of its size. Public toilets unless another type is chosen. */
export function StickersPage({ search, onSearch }: Props) {
  const { t } = useTranslation(['facilities', 'shell', 'list'])
  const all = useQuery({ ...query(listFacilities, { deptId: search.deptId }), staleTime: 60_000 })
  // Cans are listed only where they are asked for.
  const cans = useQuery({ ...query(listFacilities, { deptId: search.deptId, facilityType: canType }), staleTime: 60_000 })
  const places = all.data && cans.data && [...all.data, ...cans.data]
  const error = all.error ?? cans.error
  const types = new Map(places?.map(({ facilityType, facilityTypeName }) => [facilityType, facilityTypeName]))
  const chosen = places?.filter(({ id, facilityType }) =>
    search.objectId ? id === search.objectId : facilityType === search.facilityType,
  )
  return (
    <main className="stickers">
      <header>
        <h1>{t('shell:item.sticker')}</h1>
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
          <Select
            aria-label={t('stickers.format')}
            options={formats.map((value) => ({ value, label: t(`stickers.format.${value}`) }))}
            value={search.format}
            onChange={(format) => onSearch({ format })}
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
      {error ? (
        <LoadFailed title={t('list:failed')} error={error} onRetry={() => Promise.all([all.refetch(), cans.refetch()])} />
      ) : !chosen ? (
        <Skeleton active />
      ) : chosen.length === 0 ? (
        <ListEmpty title={t('stickers.none')} hint={t('stickers.noneHint')} />
      ) : (
        <div className="stickers-sheets" data-format={search.format}>
          <style>{`@page { size: ${papers[search.format].size}; margin: ${papers[search.format].margin} }`}</style>
          {chosen.map((facility) => (
            <Sticker key={facility.id} facility={facility} />
          ))}
        </div>
      )}
    </main>
  )
}
