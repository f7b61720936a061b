import type { Permission } from '@huanwei/contract/permissions'
import { useTranslation } from 'react-i18next'
import { useMay, useSeesPart } from '../../lib/session.ts'

/** `text`: instead of the usual words. */
type Props = { permission: Permission; text?: string }

/** Says why who holds `permission` may not change what holds for the whole organisation. */
export function WholeOnlyNote({ permission, text }: Props) {
  const { t } = useTranslation('list')
  const [may, isPart] = [useMay(permission), useSeesPart()]
  if (!may || !isPart) return null
  return (
    <span className="list-sub" style={{ whiteSpace: 'normal' }}>
      {text ?? t('wholeOnly')}
    </span>
  )
}
