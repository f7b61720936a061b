import { DeliveryState } from '@huanwei/contract/subscriptions/codes'
import {
  type Delivery,
  listDeliveries,
  listSubscriptions,
  type Subscription,
  sendAgain,
} from '@huanwei/contract/subscriptions/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { useAct } from '../../lib/send.ts'
import { useMay } from '../../lib/session.ts'
import { lookAgainMs } from '../../lib/use-record.ts'
import { DrawerPart } from '../../ui/drawer/DrawerFrame.tsx'
import { ActionButton } from '../../ui/form/ActionButton.tsx'
import './subscriptions.css'

/** The newest events of a subscription, those that were given up first; these can be sent again. */
export function Deliveries({ subscription: { id, failed } }: { subscription: Pick<Subscription, 'id' | 'failed'> }) {
  const { t } = useTranslation('subscriptions')
  const mayEdit = useMay('admin_subscription_edit')
  const { data: deliveries = [] } = useQuery({ ...query(listDeliveries, { id }), refetchInterval: lookAgainMs })
  const again = useAct(sendAgain, [listDeliveries, listSubscriptions])
  return (
    <DrawerPart title={t('deliveries')}>
      {failed > 0 && mayEdit && (
        <p>
          <ActionButton onAct={() => again({ id })}>{t('again')}</ActionButton>
        </p>
      )}
      {deliveries.length ? (
        <table className="subscription-deliveries">
          <thead>
            <tr>
              <th scope="col">{t('column.type')}</th>
              <th scope="col">{t('column.time')}</th>
              <th scope="col">{t('column.state')}</th>
            </tr>
          </thead>
          <tbody>
            {deliveries.map((delivery) => (
              <DeliveryRow key={delivery.id} delivery={delivery} />
            ))}
          </tbody>
        </table>
      ) : (
        <p className="drawer-note">{t('noDeliveries')}</p>
      )}
    </DrawerPart>
  )
}

function DeliveryRow({ delivery: { type, objectId, sequence, time, state, tries, lastError } }: { delivery: Delivery }) {
  const { t } = useTranslation('subscriptions')
  return (
    <tr>
      <td>
        {t(`type.${type}`)}
        <small>
          {objectId} · {t('sequence', { n: sequence })}
        </small>
      </td>
      <td>{time}</td>
      <td data-failed={state === DeliveryState.failed || undefined}>
        {t(`delivery.${state}`, { n: tries + 1 })}
        {lastError && <small>{lastError}</small>}
      </td>
    </tr>
  )
}
