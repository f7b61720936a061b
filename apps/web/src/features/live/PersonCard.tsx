import { getPersonAreas } from '@huanwei/contract/areas/endpoints'
import type { Status } from '@huanwei/contract/live/codes'
import { ObjectType } from '@huanwei/contract/objects'
import { getRealtimeData } from '@huanwei/contract/trees/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { Phone } from '../../ui/drawer/Phone.tsx'
import { CallButton } from '../intercom/CallButton.tsx'
import { CardFacts, FactsNotice, factsEveryMs, Movement } from './card-parts.tsx'
import { useLiveObject } from './live-objects.ts'

/** Card of a person: movement, job and assigned area, battery of their badge or phone. */
export function PersonCard({ id, status }: { id: number; status: Status }) {
  const { t } = useTranslation('live')
  const target = { objectType: ObjectType.person, id }
  const battery = useLiveObject(target)?.readings?.battery
  const facts = useQuery({
    ...query(getRealtimeData, { objectType: ObjectType.person, ids: [id] }),
    refetchInterval: factsEveryMs,
  })
  const areas = useQuery({ ...query(getPersonAreas, { id }), staleTime: 60_000 })
  const person = facts.data?.[0]
  return (
    <>
      <Movement target={target} status={status} />
      {facts.data && (
        <CardFacts
          rows={[
            ...(person
              ? ([
                  ['role', person.objectTypeName],
                  ['department', person.deptName],
                ] as const)
              : []),
            ...(person?.phone ? ([['phone', <Phone key="phone" number={person.phone} />]] as const) : []),
            ['attendance', areas.data?.map(({ name }) => name).join(' · ')],
            ...(person
              ? ([
                  ['position', person.position],
                  ['battery', battery && `${battery.value} %`],
                  ['terminal', person.deviceId],
                ] as const)
              : []),
          ]}
        />
      )}
      {person && (
        <div className="live-commands">
          <CallButton userId={id} name={person.objectName} />
        </div>
      )}
      {facts.data && !person && <p className="live-note">{t('card.noBadge')}</p>}
      <FactsNotice facts={facts} />
    </>
  )
}
