import { LinkOutlined } from '@ant-design/icons'
import { beginSocialBind, listOwnBindings, unbindSocial } from '@huanwei/contract/social/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Flex } from 'antd'
import { useTranslation } from 'react-i18next'
import { call, query } from '../../lib/api.ts'
import { useAct } from '../../lib/send.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { useConfirm } from '../../ui/use-confirm.ts'
import { leaveForProvider } from '../session/social-return.ts'

/** The identity providers that the organisation has set up, and which the person logs in with. Nothing where there are none. */
export function Bindings() {
  const { t } = useTranslation('profile')
  const confirm = useConfirm()
  const bindings = useQuery(query(listOwnBindings, {}))
  const unbind = useAct(unbindSocial, [listOwnBindings])
  if (!bindings.data?.length) return null
  // Refusals are on the screen already.
  const bind = (type: string) => call(beginSocialBind, { type }).then(leaveForProvider, () => undefined)
  return (
    <Flex vertical component="section" className="profile-card" aria-labelledby="profile-bindings">
      <header>
        <h2 id="profile-bindings">{t('bindings')}</h2>
      </header>
      <ul className="profile-bindings">
        {bindings.data.map(({ type, remark, boundTime }) => (
          <li key={type}>
            <span>
              <LinkOutlined aria-hidden /> {remark || type}
            </span>
            <span className="list-sub">{boundTime ? t('boundSince', { time: boundTime }) : t('notBound')}</span>
            {boundTime ? (
              <ActionButton
                onAct={() =>
                  confirm({
                    title: t('unbind'),
                    content: t('unbindHint', { name: remark || type }),
                    okText: t('unbind'),
                    onOk: () => unbind({ type }),
                  })
                }
              >
                {t('unbind')}
              </ActionButton>
            ) : (
              <ActionButton onAct={() => bind(type)}>{t('bind')}</ActionButton>
            )}
          </li>
        ))}
      </ul>
    </Flex>
  )
}
