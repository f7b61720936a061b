import { EyeOutlined } from '@ant-design/icons'
import { type ComplaintDetail, getComplaint, viewIdentity } from '@huanwei/contract/complaints/endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Input } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api.ts'
import { showFailure } from '../../lib/failure.ts'
import { useMay } from '../../lib/session.ts'
import { DrawerFacts } from '../../ui/drawer/DrawerFrame.tsx'
import { ActionButton } from '../../ui/form/ActionButton.tsx'

/** Shortest password that the server takes. */
const shortest = 2

/** Reporter, masked; in full with the permission and a reason, which is stored and shown. It is full in this drawer only, while it is open. */
export function IdentityPart({ complaint }: { complaint: ComplaintDetail }) {
  const { t } = useTranslation('complaints')
  const cache = useQueryClient()
  const mayView = useMay('sys_identity_view')
  const reasonId = useId()
  const [reason, setReason] = useState('')
  const { data, mutateAsync } = useMutation({
    mutationFn: () => call(viewIdentity, { id: complaint.id, reason }),
    onError: showFailure,
    onSettled: () => cache.invalidateQueries({ queryKey: [getComplaint.path] }),
  })
  const shown = data ?? complaint
  const isAnonymous = !complaint.reportPerson && !complaint.contactInformation && !complaint.identityCard
  return (
    <>
      <DrawerFacts
        facts={[
          { key: 'reporter', label: t('column.reporter'), value: shown.reportPerson || t('anonymous') },
          { key: 'contact', label: t('column.contact'), value: shown.contactInformation || '—' },
          ...(shown.identityCard
            ? [{ key: 'card', label: t('identity.card'), value: shown.identityCard, wide: true as const }]
            : []),
        ]}
      />
      {mayView && !data && !isAnonymous && (
        <div className="identity-ask">
          <label htmlFor={reasonId}>{t('identity.reason')}</label>
          <Input
            id={reasonId}
            maxLength={200}
            placeholder={t('identity.reasonHint')}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
          <ActionButton
            icon={<EyeOutlined />}
            disabled={reason.trim().length < shortest}
            onAct={() => mutateAsync().catch(() => undefined)}
          >
            {t('identity.show')}
          </ActionButton>
        </div>
      )}
      {complaint.identityViews.length > 0 && (
        <ul className="identity-views" aria-label={t('identity.views')}>
          {complaint.identityViews.map(({ createTime, userName, reason: why }) => (
            <li key={`${createTime} ${userName}`}>{t('identity.viewed', { who: userName, when: createTime, why })}</li>
          ))}
        </ul>
      )}
    </>
  )
}
