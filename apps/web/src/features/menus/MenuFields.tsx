import { type MenuSeed, MenuType, menuRootId, menuSeeds } from '@huanwei/contract/menus/codes'
import { getPermissions, type MenuTreeNode } from '@huanwei/contract/menus/endpoints'
import { getRoles } from '@huanwei/contract/roles/endpoints'
import { useQuery } from '@tanstack/react-query'
import { AutoComplete, Form, Input, InputNumber, Radio, Select, Switch, TreeSelect } from 'antd'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { IconPicker } from './IconPicker.tsx'
import { QueryFields } from './QueryFields.tsx'

type Values = { type?: unknown; parentId?: unknown; permission?: unknown; path?: unknown }
type Props = { values: Values; tree: MenuTreeNode[]; ownId: number | undefined }

/** The fields that an item of this type has. */
export function MenuFields({ values, tree, ownId }: Props) {
  const { t } = useTranslation('menus')
  const isPage = values.type === MenuType.menu
  const isButton = values.type === MenuType.button
  return (
    <>
      <Form.Item name="type" label={t('column.type')}>
        <Radio.Group
          options={[MenuType.menu, MenuType.button, MenuType.top].map((value) => ({ value, label: t(`type.${value}`) }))}
          optionType="button"
          buttonStyle="solid"
        />
      </Form.Item>
      <Form.Item name="parentId" label={t('parent')} dependencies={['type']}>
        <ParentSelect tree={tree} type={values.type} ownId={ownId} />
      </Form.Item>
      <NameFields />
      {isButton ? (
        <Form.Item name="permission" label={t('column.permission')} required extra={t('permissionHint')}>
          <PermissionSelect />
        </Form.Item>
      ) : (
        <Form.Item name="icon" label={t('icon')}>
          <IconPicker />
        </Form.Item>
      )}
      {isPage && (
        <Form.Item name="path" label={t('column.path')} extra={t('pathHint')}>
          <PathField />
        </Form.Item>
      )}
      <div className="form-columns">
        <Form.Item name="sort" label={t('column.sort')}>
          <InputNumber min={0} max={9999} precision={0} style={{ width: '100%' }} />
        </Form.Item>
        {!isButton && (
          <Form.Item
            name="visible"
            label={t('visible')}
            valuePropName="checked"
            getValueProps={(value) => ({ checked: value === '0' })}
            normalize={(checked) => (checked ? '0' : '1')}
          >
            <Switch />
          </Form.Item>
        )}
      </div>
      {isPage && <PageFields />}
      {!isButton && (
        <Form.Item name="roles" label={t('roles')} extra={t('rolesHint')}>
          <RoleSelect />
        </Form.Item>
      )}
    </>
  )
}

/** The name in simplified Chinese, and in the two other languages. */
function NameFields() {
  const { t } = useTranslation('menus')
  return (
    <>
      <Form.Item name="name" label={t('name')} required extra={t('nameHint')}>
        <Input maxLength={50} />
      </Form.Item>
      <div className="form-columns">
        <Form.Item name={['labels', 'zh-TW']} label={t('nameTraditional')}>
          <Input maxLength={50} lang="zh-TW" />
        </Form.Item>
        <Form.Item name={['labels', 'en-US']} label={t('nameEnglish')}>
          <Input maxLength={50} lang="en-US" />
        </Form.Item>
      </div>
    </>
  )
}

/** Fields that only a page has: whether its tab stays alive, further paths of its tab, and parameters of its address. */
function PageFields() {
  const { t } = useTranslation('menus')
  return (
    <>
      <Form.Item
        name="keepAlive"
        label={t('keepAlive')}
        extra={t('keepAliveHint')}
        valuePropName="checked"
        getValueProps={(value) => ({ checked: value === '1' })}
        normalize={(checked) => (checked ? '1' : '0')}
      >
        <Switch />
      </Form.Item>
      <Form.Item name="group" label={t('group')} extra={t('groupHint')}>
        <Select mode="tags" tokenSeparators={[' ', ',']} placeholder="/activti/detail" />
      </Form.Item>
      <Form.Item name="query" label={t('query')} extra={t('queryHint')}>
        <QueryFields />
      </Form.Item>
    </>
  )
}

type Choice<T> = { id?: string; value?: T; onChange?: (value: T) => void }

/** Parents an item of this type may have: not itself, and no button. */
function ParentSelect({
  tree,
  type,
  ownId,
  ...rest
}: Choice<number> & { tree: MenuTreeNode[]; type: unknown; ownId: number | undefined }) {
  const { t } = useTranslation('menus')
  type Option = { value: number; title: string; disabled?: boolean; children?: Option[] }
  const optionsOf = (nodes: MenuTreeNode[]): Option[] =>
    nodes
      .filter((node) => node.type !== MenuType.button && node.id !== ownId)
      .map((node) => ({
        value: node.id,
        title: node.label,
        disabled: type === MenuType.top || (type === MenuType.button && node.type === MenuType.top),
        children: optionsOf(node.children),
      }))
  const root = { value: menuRootId, title: t('top'), disabled: type === MenuType.button, children: optionsOf(tree) }
  return (
    <TreeSelect {...rest} treeData={[root]} treeDefaultExpandedKeys={[menuRootId]} showSearch={{ treeNodeFilterProp: 'title' }} />
  )
}

const knownPages = (seeds: readonly MenuSeed[]): { name: string; path: string }[] =>
  seeds.flatMap(({ name, path, isTop, children }) => (isTop ? [] : path ? [{ name, path }] : knownPages(children ?? [])))

/** A path, typed or chosen from the pages of the product by name or path. */
function PathField({ value, ...rest }: Choice<string | null>) {
  const { t } = useTranslation('shell')
  const pages = knownPages(menuSeeds).map(({ name, path }) => ({ value: path, label: t(`item.${name}`, { defaultValue: name }) }))
  return (
    <AutoComplete
      {...rest}
      value={value ?? ''}
      maxLength={500}
      placeholder="/report/daily/index"
      options={pages}
      showSearch={{ filterOption: (text, page) => `${page?.label} ${page?.value}`.toLowerCase().includes(text.toLowerCase()) }}
      optionRender={({ data }) => (
        <>
          {data.label} <span className="list-sub">{data.value}</span>
        </>
      )}
    />
  )
}

function PermissionSelect(props: Choice<string>) {
  const { t } = useTranslation('menus')
  const permissions = useQuery(query(getPermissions, {}))
  const held = permissions.data ?? []
  const all = props.value && !held.includes(props.value) ? [props.value, ...held] : held
  return (
    <Select
      {...props}
      showSearch={{ optionFilterProp: 'label' }}
      loading={permissions.isPending}
      options={all.map((value) => ({
        value,
        label: `${t(`permission.${value}`, { defaultValue: value })} ${value}`,
      }))}
    />
  )
}

function RoleSelect(props: Choice<number[]>) {
  const { t } = useTranslation('menus')
  const roles = useQuery(query(getRoles, {}))
  return (
    <Select
      {...props}
      mode="multiple"
      placeholder={t('everybody')}
      showSearch={{ optionFilterProp: 'label' }}
      loading={roles.isPending}
      options={roles.data?.map(({ roleId, roleName }) => ({ value: roleId, label: roleName })) ?? []}
    />
  )
}
