import { getCan } from '@huanwei/contract/cans/endpoints'
import { getFacility } from '@huanwei/contract/facilities/endpoints'
import { ObjectType } from '@huanwei/contract/objects'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { query } from '../../lib/api.ts'
import { DrawerFrame } from '../../ui/drawer/DrawerFrame.tsx'
import { CardFacts, FactsNotice } from './card-parts.tsx'
import { LatestReadings } from './LatestReadings.tsx'

const ReadingsChart = lazy(async () => ({ default: (await import('../readings/ReadingsChart.tsx')).ReadingsChart }))

/** Card of a facility: its facts and the readings of its sensors; the fill level of a garbage can. */
export function FacilityCard({ id, isCan }: { id: number; isCan: boolean }) {
  const { t } = useTranslation('live')
  const [hasHistory, setHistory] = useState(false)
  const facility = useQuery({ ...query(getFacility, { id }), enabled: !isCan })
  const can = useQuery({ ...query(getCan, { id }), enabled: isCan })
  const facts = isCan ? can : facility
  const { data } = facts
  const capacity = can.data?.capacity
  return (
    <>
      <LatestReadings id={id} />
      {data && (
        <CardFacts
          rows={[
            ...(facility.data ? ([['type', facility.data.facilityTypeName]] as const) : []),
            ...(can.data ? ([['waste', can.data.wasteType && t(`waste.${can.data.wasteType}`)]] as const) : []),
            ...(can.data ? ([['capacity', capacity && t('card.litres', { n: capacity })]] as const) : []),
            ['department', data.deptName],
            ['address', data.address],
            ['sensor', data.terminalNo ?? t('card.noSensor')],
          ]}
        />
      )}
      <FactsNotice facts={facts} />
      {data && (
        <div className="live-actions">
          {data.terminalNo !== null && (
            <Button size="small" autoInsertSpace={false} onClick={() => setHistory(true)}>
              {t('card.history')}
            </Button>
          )}
          {!isCan && (
            <Link className="live-link" to={`/event/public/sticker?objectId=${id}`}>
              {t('card.sticker')}
            </Link>
          )}
        </div>
      )}
      {hasHistory && data && (
        <DrawerFrame title={t('card.readingsOf', { name: data.name })} onClose={() => setHistory(false)} buttons={() => null}>
          <Suspense fallback={<Skeleton active />}>
            <ReadingsChart objectType={ObjectType.facility} objectId={id} />
          </Suspense>
        </DrawerFrame>
      )}
    </>
  )
}
