import { CopyOutlined } from '@ant-design/icons'
import { getDepartmentTree } from '@huanwei/contract/departments/endpoints'
import { getMenuTree } from '@huanwei/contract/menus/endpoints'
import { adminRoleCode, DataScope } from '@huanwei/contract/roles/codes'
import {
  addRole,
  changeRole,
  getHeld,
  getRole,
  getRoles,
  listRoles,
  type RoleDetail,
  removeRole,
} from '@huanwei/contract/roles/endpoints'
import { excessOf, type Granted, type Held, idsIn, mayChooseScope } from '@huanwei/contract/roles/rules'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Form, Input, Radio } from 'antd'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { useAct, useSend } from '../../lib/send.ts'
import { useMay } from '../../lib/session.ts'
import { useRecord } from '../../lib/use-record.ts'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { RemoveButton } from '../../ui/form/RemoveButton.tsx'
import { CheckTree } from '../../ui/select/CheckTree.tsx'
import { countGrants, useDepartmentNodes, useMenuNodes } from './grant-nodes.ts'
import { scopeNames } from './scope-names.ts'

type Props = {
  id: number | 'new'
  /** The role whose grants a new one starts with. */
  copyOf?: number | undefined
  onCopy: (id: number) => void
  onClose: () => void
}

const empty = { roleName: '', roleCode: '', roleDesc: '', dsType: DataScope.own, dsScope: [], menuIds: [] }
const shown = [listRoles, getRoles, getRole]

/** One role: its name, its menus and permissions, its data scope. What the person does not have is out of use. Source: spec 3, section 6. */
export function RoleDrawer({ id, copyOf, onCopy, onClose }: Props) {
  const { t } = useTranslation(['roles', 'list'])
  const isNew = id === 'new'
  const { role, granted, own, held } = useGrants(isNew ? copyOf : id)
  const [mayAdd, mayEdit, mayPermit] = [useMay('sys_role_add'), useMay('sys_role_edit'), useMay('sys_role_perm')]
  const add = useSend(addRole, shown)
  const change = useSend(changeRole, shown)

  const start = !isNew
    ? granted
    : copyOf === undefined
      ? empty
      : granted && copied(granted, t('copyName', { name: granted.roleName }))
  const isBeyond = !isNew && !!held && !!granted && excessOf(held, granted) !== undefined
  const isFixed = !isNew && role.data?.roleCode === adminRoleCode
  const canGive = isNew ? mayAdd : mayPermit && !isFixed
  return (
    <FormDrawer
      title={isNew ? t('add') : (role.data?.roleName ?? t('detail'))}
      fields={changeRole.input.partial({ roleId: true })}
      start={held && start}
      error={role.error ?? own.error}
      onReload={() => Promise.all([own.refetch(), role.isEnabled && role.refetch()])}
      mayEdit={isNew ? mayAdd : mayEdit && !isBeyond}
      onSend={async ({ roleId, menuIds, ...fields }) => {
        if (roleId === undefined) await add({ ...fields, menuIds })
        else await change({ roleId, ...fields, ...(canGive && { menuIds }) })
        onClose()
      }}
      onClose={onClose}
      actions={(updateTime) =>
        !isNew &&
        role.data &&
        !isBeyond && (
          <>
            {mayAdd && (
              <Button icon={<CopyOutlined aria-hidden />} onClick={() => onCopy(id)}>
                {t('copy')}
              </Button>
            )}
            {!isFixed && <RemoveRole role={role.data} updateTime={updateTime} onRemoved={onClose} />}
          </>
        )
      }
    >
      {({ dsType, menuIds }) => (
        <>
          {isBeyond && <Alert className="form-note" type="info" showIcon title={t('beyondHint')} />}
          <NameFields isFixed={isFixed} />
          <ScopeTypeField held={held} isOff={isFixed || isBeyond || !mayEdit} />
          {dsType === DataScope.chosen && held && <ScopeField held={held} isOff={isBeyond || isFixed} />}
          {held && <MenuField held={held} chosen={menuIds} isOff={isBeyond || !canGive} />}
        </>
      )}
    </FormDrawer>
  )
}

/** The role of this id with what it grants, and what the person holds. */
function useGrants(id: number | undefined) {
  const role = useRecord(getRole, id === undefined ? undefined : { id })
  const own = useQuery({ ...query(getHeld, {}), staleTime: 0 })
  const held = useMemo(() => own.data && heldFrom(own.data), [own.data])
  const granted = useMemo(() => role.data && { ...role.data, dsScope: idsIn(role.data.dsScope) }, [role.data])
  return { role, granted, own, held }
}

/** Fields of a new role with the grants of `role`. */
const copied = ({ roleDesc, dsType, dsScope, menuIds }: Omit<RoleDetail, 'dsScope'> & Granted, roleName: string) => ({
  roleName,
  roleCode: '',
  roleDesc,
  dsType,
  dsScope,
  menuIds,
})

const heldFrom = ({
  menuIds,
  dsType,
  departments,
}: {
  menuIds: number[]
  dsType: DataScope | null
  departments: number[] | null
}): Held => ({
  menuIds: new Set(menuIds),
  dsType,
  departments: departments && new Set(departments),
})

/** Name, code and description; `isFixed`: the role that may do everything keeps its code. */
function NameFields({ isFixed }: { isFixed: boolean }) {
  const { t } = useTranslation('roles')
  return (
    <>
      {isFixed && <Alert className="form-note" type="info" showIcon title={t('fixedHint')} />}
      <div className="form-columns">
        <Form.Item name="roleName" label={t('name')} required>
          <Input maxLength={50} />
        </Form.Item>
        <Form.Item name="roleCode" label={t('code')} required>
          <Input maxLength={64} disabled={isFixed} />
        </Form.Item>
      </div>
      <Form.Item name="roleDesc" label={t('desc')}>
        <Input.TextArea maxLength={200} rows={2} />
      </Form.Item>
    </>
  )
}

/** Nobody gives a scope that is wider than the own one. */
function ScopeTypeField({ held, isOff }: { held: Held | undefined; isOff: boolean }) {
  const { t } = useTranslation('roles')
  return (
    <Form.Item name="dsType" label={t('scope')} extra={t('scopeHint')}>
      <Radio.Group
        aria-label={t('scope')}
        disabled={isOff}
        options={Object.values(DataScope).map((value) => ({
          value,
          label: t(`scopes.${scopeNames[value]}`),
          disabled: !held || !mayChooseScope(held, value),
        }))}
      />
    </Form.Item>
  )
}

function MenuField({ held, chosen, isOff }: { held: Held; chosen: unknown; isOff: boolean }) {
  const { t } = useTranslation('roles')
  const tree = useQuery(query(getMenuTree, {}))
  const nodes = useMenuNodes(tree.data)
  const may = useCallback((id: number) => held.menuIds.has(id), [held])
  const counts = countGrants(tree.data ?? [], new Set(Array.isArray(chosen) ? chosen : []))
  const label = (
    <>
      {t('menus')} {tree.data && <span className="list-sub">{t('chosen', counts)}</span>}
    </>
  )
  return (
    <Form.Item name="menuIds" label={label} extra={t('menusHint')} help={tree.error?.message}>
      <CheckTree label={t('menus')} placeholder={t('findMenu')} nodes={nodes} may={may} withAbove isOff={isOff} />
    </Form.Item>
  )
}

function ScopeField({ held, isOff }: { held: Held; isOff: boolean }) {
  const { t } = useTranslation('roles')
  const tree = useQuery(query(getDepartmentTree, {}))
  const nodes = useDepartmentNodes(tree.data)
  const may = useCallback((id: number) => held.departments?.has(id) ?? true, [held])
  return (
    <Form.Item name="dsScope" label={t('departments')} help={tree.error?.message}>
      <CheckTree label={t('departments')} placeholder={t('findDepartment')} nodes={nodes} may={may} isOff={isOff} />
    </Form.Item>
  )
}

type RemoveProps = { role: RoleDetail; updateTime: string | undefined; onRemoved: () => void }

function RemoveRole({ role: { roleId, roleName, userCount }, updateTime, onRemoved }: RemoveProps) {
  const { t } = useTranslation('roles')
  const mayRemove = useMay('sys_role_del')
  const remove = useAct(removeRole, shown, onRemoved)
  if (!mayRemove) return null
  return (
    <RemoveButton
      disabled={userCount > 0}
      title={userCount > 0 ? t('refusal.inUse', { count: userCount }) : undefined}
      question={{ title: t('removeTitle'), content: t('removeHint', { name: roleName }) }}
      onRemove={() => remove({ id: roleId, updateTime })}
    />
  )
}
