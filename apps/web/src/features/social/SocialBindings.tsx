import './social.css'
import { beginSocialBind, listOwnBindings, unbindSocial } from '@huanwei/contract/social/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Button, Flex } from 'antd'
import { useTranslation } from 'react-i18next'
import { call, query } from '../../lib/api.ts'
import { useAct } from '../../lib/send.ts'
import { useConfirm } from '../../ui/use-confirm.ts'
import { leaveForProvider } from '../session/social-return.ts'

/** At which providers the person's account is bound, with the ways to bind and unbind; nothing where there are no providers. */
export function SocialBindings() {
  const { t } = useTranslation('tokens')
  const confirm = useConfirm()
  const { data = [] } = useQuery(query(listOwnBindings, {}))
  const unbind = useAct(unbindSocial, [listOwnBindings])
  // A refusal is on the screen as a toast.
  const bind = (type: string) => call(beginSocialBind, { type }).then(leaveForProvider, () => undefined)
  if (!data.length) return null
  return (
    <Flex vertical component="section" className="profile-card" aria-labelledby="profile-bindings">
      <header>
        <h2 id="profile-bindings">{t('binding.title')}</h2>
      </header>
      <ul className="bindings">
        {data.map(({ type, remark, boundTime }) => (
          <li key={type}>
            <span>
              {remark} <span className="list-sub">{boundTime ? t('binding.since', { time: boundTime }) : t('binding.none')}</span>
            </span>
            {boundTime ? (
              <Button
                onClick={() =>
                  confirm({
                    title: t('binding.unbindTitle'),
                    content: t('binding.unbindHint', { name: remark }),
                    okText: t('binding.unbind'),
                    onOk: () => unbind({ type }),
                  })
                }
              >
                {t('binding.unbind')}
              </Button>
            ) : (
              <Button onClick={() => bind(type)}>{t('binding.bind')}</Button>
            )}
          </li>
        ))}
      </ul>
    </Flex>
  )
}
