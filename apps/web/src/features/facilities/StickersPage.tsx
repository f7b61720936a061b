import { PrinterOutlined } from '@ant-design/icons'
import { getFacility, pageFacilities } from '@huanwei/contract/facilities/endpoints'
import { mostAtOnce } from '@huanwei/contract/many'
import { useQuery } from '@tanstack/react-query'
import { Button, Select, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { query } from '../../lib/api.ts'
import { ListEmpty, LoadFailed } from '../../ui/list/ListNotice.tsx'
import { ListPager } from '../../ui/list/ListPager.tsx'
import { ListPlace } from '../../ui/list/list-pages.ts'
import { LanguageSwitch } from '../../ui/menu/LanguageSwitch.tsx'
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'
import { DictionarySelect } from '../dictionaries/DictionarySelect.tsx'
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
  current: ListPlace.shape.current,
  /** Stickers that are printed together. */
  size: z.coerce.number().int().min(1).max(mostAtOnce).catch(mostAtOnce),
})
type StickersSearch = z.infer<typeof StickersSearch>
type Props = { search: StickersSearch; onSearch: (change: Partial<StickersSearch>) => void }

/** The stickers that lead citizens to the page of a facility, to print: four on a sheet, or each on paper of its size. Public toilets unless another type is chosen. */
export function StickersPage({ search, onSearch }: Props) {
  const { t } = useTranslation(['facilities', 'shell', 'list'])
  const { objectId, deptId, facilityType, current, size, format } = search
  const one = useQuery({ ...query(getFacility, { id: objectId ?? 0 }), enabled: objectId !== undefined, staleTime: 60_000 })
  const filter = { deptId, facilityType, current, size }
  const many = useQuery({ ...query(pageFacilities, filter), enabled: objectId === undefined, staleTime: 60_000 })
  const { error, refetch } = objectId === undefined ? many : one
  const chosen = objectId === undefined ? many.data?.records : one.data && [one.data]
  const total = objectId === undefined ? (many.data?.total ?? 0) : 0
  return (
    <main className="stickers">
      <header>
        <h1>{t('shell:item.sticker')}</h1>
        <LanguageSwitch />
        <div className="stickers-choice">
          <FacilitySelect label={t('facility')} value={objectId} onChange={(to) => onSearch({ objectId: to })} />
          <DepartmentSelect
            label={t('department')}
            value={objectId === undefined ? deptId : undefined}
            onChange={(to) => onSearch({ objectId: undefined, deptId: to, current: 1 })}
          />
          <DictionarySelect
            type="facility_type"
            label={t('type')}
            value={objectId === undefined ? facilityType : undefined}
            onChange={(to) => onSearch({ objectId: undefined, facilityType: to ?? '1', current: 1 })}
          />
          <Select
            aria-label={t('stickers.format')}
            options={formats.map((value) => ({ value, label: t(`stickers.format.${value}`) }))}
            value={format}
            onChange={(to) => onSearch({ format: to })}
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
        {total > size && <ListPager current={current} size={size} total={total} onPage={onSearch} />}
      </header>
      {error ? (
        <LoadFailed title={t('list:failed')} error={error} onRetry={refetch} />
      ) : !chosen ? (
        <Skeleton active />
      ) : chosen.length === 0 ? (
        <ListEmpty title={t('stickers.none')} hint={t('stickers.noneHint')} />
      ) : (
        <div className="stickers-sheets" data-format={format}>
          <style>{`@page { size: ${papers[format].size}; margin: ${papers[format].margin} }`}</style>
          {chosen.map((facility) => (
            <Sticker key={facility.id} facility={facility} />
          ))}
        </div>
      )}
    </main>
  )
}
