import { canType } from '@huanwei/contract/dictionaries/codes'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { whenIdle } from '../../../lib/idle.ts'
import { lazyMap } from '../../../map/base/lazy-map.ts'
import { useWrong } from '../briefing.ts'
import { listPages, useListLinks } from '../links.ts'
import { Figure } from './Figure.tsx'
import { HomeCard } from './HomeCard.tsx'

const WrongMap = lazyMap(async () => (await import('./WrongMap.tsx')).WrongMap)

/** What has an alarm or a warning now, by kind and on a small map. */
export function WrongCard() {
  const { t } = useTranslation('home')
  const wrong = useWrong()
  const link = useListLinks()
  const isIdle = useIdle()
  const { data } = wrong
  const alert = (tab: string, type?: string) => link(listPages.live, { tab, type, status: 'alert' })
  return (
    <HomeCard title={t('card.wrong')} of={wrong} to={listPages.live} link={t('openLive')}>
      {data && (
        <>
          <ul className="figures">
            <Figure label={t('kind.vehicles')} value={data.vehicles} to={alert('vehicle')} tone="alert" isDue />
            <Figure label={t('kind.people')} value={data.people} to={alert('person')} tone="alert" isDue />
            <Figure label={t('kind.facilities')} value={data.facilities} to={alert('facility')} tone="alert" isDue />
            <Figure label={t('kind.cans')} value={data.cans} to={alert('facility', canType)} tone="alert" isDue />
          </ul>
          {data.objects.length > 0 ? (
            <div className="wrong-map">
              <Suspense fallback={<div className="bone bone-block" />}>
                {isIdle ? <WrongMap objects={data.objects} /> : <div className="bone bone-block" />}
              </Suspense>
            </div>
          ) : (
            <p className="card-note">{t('wrongNone')}</p>
          )}
        </>
      )}
    </HomeCard>
  )
}

/** True once the page has nothing better to do: the map is large, and the figures come first. */
function useIdle() {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return isIdle
}
