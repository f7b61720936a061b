import { listOpenCalls } from '@huanwei/contract/clients/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { holds, useSession } from '../../lib/session.ts'

/** `Form.Item` gives all of it. */
type Props = { id?: string; value?: string[]; onChange?: (permissions: string[]) => void }

/** Permissions that open calls ask for, as far as the person holds them; what a client holds beyond that stays to be taken away. */
export function PermissionSelect({ id, value = [], onChange }: Props) {
  const { i18n } = useTranslation('menus')
  const { data: calls, isPending } = useQuery(query(listOpenCalls, {}))
  const user = useSession(({ session }) => session?.user)
  const offered = (calls ?? []).flatMap(({ permission }) => (permission && user && holds(user, permission) ? [permission] : []))
  return (
    <Select
      {...(id && { id })}
      mode="multiple"
      loading={isPending}
      showSearch={{ optionFilterProp: 'label' }}
      value={value}
      {...(onChange && { onChange })}
      // Permissions are data: their names are keys of this form.
      options={[...new Set([...offered, ...value])].map((one) => ({
        value: one,
        label: i18n.t([`menus:permission.${one}`, one] as never) as string,
      }))}
    />
  )
}
