import { getUserOptions, type UserOption } from '@huanwei/contract/users/endpoints'
import { call } from '../../lib/api.ts'
import type { Choice } from '../../ui/select/choice.ts'
import { SearchedSelect } from '../../ui/select/SearchedSelect.tsx'

const optionOf = ({ userId, name, username, deptName }: UserOption) => ({
  value: userId,
  label: name || username,
  more: name ? `${username} · ${deptName}` : deptName,
})

/** People of the department `firstDeptId` come first. */
type Props = Choice<number> & { firstDeptId?: number | undefined }

/** A user of the caller's scope, found by name or pinyin initials. */
export const UserSelect = ({ firstDeptId, ...props }: Props) => (
  <SearchedSelect
    path={getUserOptions.path}
    within={firstDeptId}
    find={async (text, signal) => (await call(getUserOptions, { ...(text && { text }), firstDeptId }, signal)).map(optionOf)}
    findOne={async (userId, signal) => (await call(getUserOptions, { userId }, signal)).map(optionOf)}
    {...props}
  />
)
