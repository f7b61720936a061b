import { MenuType, menuRootId } from '@huanwei/contract/menus/codes'
import {
  addMenuItem,
  changeMenuItem,
  getMenuItem,
  getMenuTree,
  type MenuItem,
  type MenuTreeNode,
  removeMenuItem,
} from '@huanwei/contract/menus/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api.ts'
import { notify } from '../../lib/notices.ts'
import { useAct } from '../../lib/send.ts'
import { useMayForAll } from '../../lib/session.ts'
import { useRecord } from '../../lib/use-record.ts'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { RemoveButton } from '../../ui/form/RemoveButton.tsx'
import { MenuFields } from './MenuFields.tsx'
import { flatten } from './menu-rows.ts'
import { typeKey } from './menu-type.ts'

type Props = {
  /** Id of the changed item; `new` for a new one, below the item `below` or at the top. */
  id: number | 'new'
  below: number | undefined
  tree: MenuTreeNode[]
  onClose: () => void
  onAddBelow: (id: number) => void
}

/** The form of a page or group, a button or a sub-system. */
export function MenuDrawer({ id, below, tree, onClose, onAddBelow }: Props) {
  return id === 'new' ? (
    <NewItem below={below} tree={tree} onClose={onClose} />
  ) : (
    <ChangedItem id={id} tree={tree} onClose={onClose} onAddBelow={onAddBelow} />
  )
}

/** After a change the tree is asked for anew; the menu of everybody is, when the server tells them. */
function useSaved(onClose: () => void) {
  const { t } = useTranslation('list')
  const cache = useQueryClient()
  return () => {
    notify({ kind: 'success', text: t('prompt.success') })
    for (const { path } of [getMenuTree, getMenuItem]) void cache.invalidateQueries({ queryKey: [path] })
    onClose()
  }
}

/** Without what an item of another type had: its fields are no longer on the screen. */
function fitting<V extends Pick<MenuItem, 'type' | 'path' | 'permission' | 'group' | 'query' | 'roles'>>(values: V): V {
  if (values.type === MenuType.button) return { ...values, path: null, group: [], query: {}, roles: [] }
  if (values.type === MenuType.top) return { ...values, permission: null, path: null, group: [], query: {} }
  return { ...values, permission: null }
}

function NewItem({ below, tree, onClose }: Pick<Props, 'below' | 'tree' | 'onClose'>) {
  const { t } = useTranslation('menus')
  const saved = useSaved(onClose)
  const parent = flatten(tree).find((node) => node.id === below)
  const beside = parent ? parent.children : tree
  const start = {
    parentId: parent?.id ?? menuRootId,
    type: MenuType.menu,
    name: '',
    labels: {},
    path: '',
    icon: null,
    permission: null,
    keepAlive: '1' as const,
    visible: '0' as const,
    roles: [],
    group: [],
    query: {},
    sort: Math.max(0, ...beside.map((node) => node.sort)) + 1,
  }
  return (
    <FormDrawer
      title={t('add')}
      fields={addMenuItem.input}
      start={start}
      onSend={async (values) => {
        await call(addMenuItem, fitting(values))
        saved()
      }}
      onClose={onClose}
    >
      {(values) => <MenuFields values={values} tree={tree} ownId={undefined} />}
    </FormDrawer>
  )
}

function ChangedItem({ id, tree, onClose, onAddBelow }: Omit<Props, 'below' | 'id'> & { id: number }) {
  const { t } = useTranslation('menus')
  const [mayAdd, mayEdit, mayRemove] = [useMayForAll('sys_menu_add'), useMayForAll('sys_menu_edit'), useMayForAll('sys_menu_del')]
  const node = flatten(tree).find((one) => one.id === id)
  const item = useRecord(getMenuItem, { id })
  const saved = useSaved(onClose)
  const remove = useAct(removeMenuItem, [getMenuTree, getMenuItem], onClose)
  return (
    <FormDrawer
      title={t(mayEdit ? 'edit' : 'details')}
      fields={changeMenuItem.input}
      start={item.data}
      error={item.error}
      onReload={() => item.refetch()}
      onSend={async (values) => {
        await call(changeMenuItem, fitting(values))
        saved()
      }}
      onClose={onClose}
      mayEdit={mayEdit}
      actions={(updateTime) =>
        item.data && (
          <>
            {mayRemove && node && (
              <RemoveButton
                question={{
                  title: t('removeTitle'),
                  content: t('removeQuestion', { name: node.label, type: t(typeKey(node)) }),
                }}
                onRemove={() => remove({ id, updateTime })}
              />
            )}
            {mayAdd && item.data.type !== MenuType.button && (
              <Button autoInsertSpace={false} onClick={() => onAddBelow(id)}>
                {t('addShort')}
              </Button>
            )}
          </>
        )
      }
    >
      {(values) => <MenuFields values={values} tree={tree} ownId={id} />}
    </FormDrawer>
  )
}
