import type { Input } from '@huanwei/contract/endpoint'
import type { tryVehicleRule } from '@huanwei/contract/tryouts/endpoints'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { DrawerFrame } from '../../ui/DrawerFrame.tsx'
import { RuleTryout } from './RuleTryout.tsx'

type Props = {
  endpoint: typeof tryVehicleRule
  rule: Input<typeof tryVehicleRule>
  /** Whether it is in force already, and changed. */
  isChange: boolean
  onConfirm: () => PromiseLike<unknown> | undefined
  onClose: () => void
}

/** What a rule would have made of the last days, before it is in force: a person looks, and decides. Source: spec 3, section 9. */
export function TryoutDrawer({ endpoint, rule, isChange, onConfirm, onClose }: Props) {
  const { t } = useTranslation(['tryout', 'list'])
  const kind = isChange ? 'change' : 'on'
  return (
    <DrawerFrame
      title={t(`before.${kind}`, { name: rule.name })}
      onClose={onClose}
      buttons={(close) => (
        <>
          <Button autoInsertSpace={false} onClick={close}>
            {t('list:action.cancel')}
          </Button>
          <ActionButton type="primary" confirms onAct={onConfirm}>
            {t(`confirm.${kind}`)}
          </ActionButton>
        </>
      )}
    >
      <p className="drawer-note">{t(`note.${kind}`)}</p>
      <RuleTryout endpoint={endpoint} rule={rule} startsAtOnce />
    </DrawerFrame>
  )
}
