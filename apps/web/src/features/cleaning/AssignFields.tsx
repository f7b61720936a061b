import { suggestAssignees } from '@huanwei/contract/cleaning/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { UserSelect } from '../users/UserSelect.tsx'
import { VehicleSelect } from '../vehicles/VehicleSelect.tsx'
import type { ActDraft } from './act-draft.ts'

type Props = { id: number; draft: ActDraft; onDraft: (change: Partial<ActDraft>) => void; errorId: string | undefined }

/** Limit of offered buttons; others are found by name. */
const offered = 4

/** Assignee and vehicle: who is on shift, near and not busy, and the nearest vehicle are offered with the reason, everybody else by name. */
export function AssignFields({ id, draft, onDraft, errorId }: Props) {
  const { t } = useTranslation('cleaning')
  const { data, error } = useQuery({ ...query(suggestAssignees, { id }), gcTime: 0 })
  const people = data?.people.slice(0, offered) ?? []
  const vehicles = data?.vehicles.slice(0, offered) ?? []
  const distance = (metres: number | null) => {
    if (metres === null) return t('placeUnknown')
    return metres < 1000 ? t('metres', { n: metres }) : t('kilometres', { n: (metres / 1000).toFixed(1) })
  }
  return (
    <>
      {error && <p className="drawer-error">{error.message}</p>}
      <fieldset className="clean-offer" aria-label={t('leastBusy')} aria-describedby={errorId} aria-busy={!data && !error}>
        <legend>{t('column.assignee')}</legend>
        {people.map(({ userId, name, deptName, shiftName, metres, open }) => (
          <Offer
            key={userId}
            isTaken={draft.assigneeId === userId}
            onTake={(isTaken) => onDraft({ assigneeId: isTaken ? userId : undefined })}
            name={name}
            more={[
              shiftName || deptName,
              metres !== null && t('away', { distance: distance(metres) }),
              t('openReports', { count: open }),
            ]
              .filter(Boolean)
              .join(' · ')}
          />
        ))}
        {data && people.length === 0 && <p className="drawer-note">{t('nobodySuggested')}</p>}
        <UserSelect label={t('otherPerson')} value={draft.assigneeId} onChange={(assigneeId) => onDraft({ assigneeId })} />
      </fieldset>
      <fieldset className="clean-offer" aria-label={t('nearest')}>
        <legend>{t('vehicle')}</legend>
        {vehicles.map((vehicle) => (
          <Offer
            key={vehicle.id}
            isTaken={draft.vehicleId === vehicle.id}
            onTake={(isTaken) => onDraft({ vehicleId: isTaken ? vehicle.id : undefined })}
            name={vehicle.plateNumber}
            more={distance(vehicle.metres)}
          />
        ))}
        <VehicleSelect label={t('otherVehicle')} value={draft.vehicleId} onChange={(vehicleId) => onDraft({ vehicleId })} />
      </fieldset>
    </>
  )
}

type OfferProps = { isTaken: boolean; onTake: (isTaken: boolean) => void; name: string; more: string }

const Offer = ({ isTaken, onTake, name, more }: OfferProps) => (
  <button type="button" aria-pressed={isTaken} onClick={() => onTake(!isTaken)}>
    <strong>{name}</strong> <span>{more}</span>
  </button>
)
