import type { Input } from '@huanwei/contract/endpoint'
import type { tryVehicleRule } from '@huanwei/contract/tryouts/endpoints'
import { useTranslation } from 'react-i18next'
import { ConfirmDrawer } from '../ConfirmDrawer.tsx'
import { RuleTryout } from './RuleTryout.tsx'

type Props = {
  endpoint: typeof tryVehicleRule
  rule: Input<typeof tryVehicleRule>
  /** True for a changed rule that is in force already. */
  isChange: boolean
  onConfirm: () => PromiseLike<unknown> | undefined
  onClose: () => void
}

/** Try-out of a rule on the last days before it comes into force: a person looks, and decides. Source: spec 3, section 9. */
export function TryoutDrawer({ endpoint, rule, isChange, onConfirm, onClose }: Props) {
  const { t } = useTranslation('tryout')
  const kind = isChange ? 'change' : 'on'
  return (
    <ConfirmDrawer
      title={t(`before.${kind}`, { name: rule.name })}
      confirmLabel={t(`confirm.${kind}`)}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p className="drawer-note">{t(`note.${kind}`)}</p>
      <RuleTryout endpoint={endpoint} rule={rule} startsAtOnce />
    </ConfirmDrawer>
  )
}
