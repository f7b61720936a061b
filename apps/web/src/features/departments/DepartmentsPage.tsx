import { DownOutlined, ReloadOutlined, RightOutlined } from '@ant-design/icons'
import { type DepartmentRow, listDepartments } from '@huanwei/contract/departments/endpoints'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Button, Flex, Input } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { toggled } from '../../lib/collections.ts'
import type { PageProps } from '../../lib/page.tsx'
import { useMay } from '../../lib/session.ts'
import { AddButton } from '../../ui/list/AddButton.tsx'
import { ListEmpty, LoadFailed } from '../../ui/list/ListNotice.tsx'
import { ListTable } from '../../ui/list/ListTable.tsx'
import type { ListColumn } from '../../ui/list/list-columns.ts'
import { ExportButton } from '../exports/ExportButton.tsx'
import { DepartmentDrawer } from './DepartmentDrawer.tsx'
import { type Line, linesOf } from './department-rows.ts'
import type { DepartmentsSearch } from './department-search.ts'
import { MoveButtons } from './MoveButtons.tsx'
import './departments.css'

const none: ReadonlySet<number> = new Set()

/** The tree of departments as a table, with how many people and vehicles belong to each and all below. */
export function DepartmentsPage({ search, onSearch }: PageProps<DepartmentsSearch>) {
  const { t } = useTranslation(['departments', 'list'])
  const { text = '', open, below } = search
  const list = useQuery(query(listDepartments, {}))
  const [folded, setFolded] = useState(none)
  const parents = useMemo(() => new Set(list.data?.map(({ parentId }) => parentId)), [list.data])
  const lines = useMemo(() => list.data && linesOf(list.data, folded, text), [list.data, folded, text])
  const fold = (id: number) => setFolded((was) => toggled(was, id))
  const columns = useColumns({ fold, onAdd: (id) => onSearch({ open: 'new', below: id }) })

  return (
    <Flex vertical component="section" className="list-frame" aria-label={t('title')}>
      <Tools
        {...{ search, onSearch, list }}
        isFolded={folded.size > 0}
        onFoldAll={() => setFolded(folded.size ? none : parents)}
      />
      {!list.data && list.error ? (
        <LoadFailed title={t('list:failed')} error={list.error} onRetry={() => list.refetch()} />
      ) : lines?.length === 0 ? (
        <ListEmpty
          title={t('none')}
          hint={t('noneHint')}
          action={<Button onClick={() => onSearch({ text: undefined })}>{t('list:clearFilters')}</Button>}
        />
      ) : (
        <ListTable
          label={t('title')}
          columns={columns}
          rows={lines}
          first={1}
          isStale={false}
          size={20}
          onOpen={({ id }) => onSearch({ open: id })}
          openId={typeof open === 'number' ? open : undefined}
        />
      )}
      {open !== undefined && (
        <DepartmentDrawer
          key={open}
          id={open}
          below={below ?? 0}
          onClose={() => onSearch({ open: undefined, below: undefined })}
        />
      )}
    </Flex>
  )
}

type ToolsProps = PageProps<DepartmentsSearch> & {
  list: UseQueryResult<DepartmentRow[]>
  isFolded: boolean
  onFoldAll: () => void
}

/** Above the tree: a new one, search, folding of all, refresh and export. */
function Tools({ search, onSearch, list, isFolded, onFoldAll }: ToolsProps) {
  const { t } = useTranslation(['departments', 'list', 'common'])
  const mayAdd = useMay('sys_dept_add')
  return (
    <div className="list-tools">
      {mayAdd && <AddButton onClick={() => onSearch({ open: 'new', below: list.data?.[0]?.deptId })}>{t('add')}</AddButton>}
      <strong>{list.data ? t('list:total', { total: list.data.length }) : ' '}</strong>
      <span className="list-tools-right">
        <Input
          className="departments-find"
          type="search"
          allowClear
          aria-label={t('find')}
          placeholder={t('find')}
          maxLength={50}
          value={search.text ?? ''}
          onChange={({ target }) => onSearch({ text: target.value || undefined })}
        />
        <Button autoInsertSpace={false} onClick={onFoldAll}>
          {t(isFolded ? 'unfoldAll' : 'foldAll')}
        </Button>
        <Button
          shape="circle"
          icon={<ReloadOutlined spin={list.isFetching} />}
          title={t('common:action.refresh')}
          aria-label={t('common:action.refresh')}
          onClick={() => list.refetch()}
        />
        <ExportButton {...query(listDepartments, {})} />
      </span>
    </div>
  )
}

type Acts = { fold: (id: number) => void; onAdd: (id: number) => void }

function useColumns({ fold, onAdd }: Acts): ListColumn<Line>[] {
  const { t } = useTranslation(['departments', 'list', 'common'])
  const [mayAdd, mayEdit] = [useMay('sys_dept_add'), useMay('sys_dept_edit')]
  return [
    {
      key: 'name',
      title: t('name'),
      width: 320,
      always: true,
      card: 'head',
      cell: ({ id, name, depth, hasBelow, isOpen }) => (
        <span className="department-name" style={{ paddingInlineStart: depth * 20 }}>
          {hasBelow ? (
            <button
              type="button"
              aria-expanded={isOpen}
              aria-label={t(isOpen ? 'fold' : 'unfold', { name })}
              onClick={() => fold(id)}
            >
              {isOpen ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
            </button>
          ) : (
            <span className="department-leaf" />
          )}
          <span title={name}>{name}</span>
        </span>
      ),
    },
    { key: 'users', title: t('users'), width: 100, cell: ({ users, allUsers }) => <Counts own={users} all={allUsers} /> },
    {
      key: 'vehicles',
      title: t('vehicles'),
      width: 100,
      cell: ({ vehicles, allVehicles }) => <Counts own={vehicles} all={allVehicles} />,
    },
    ...(mayEdit ? [{ key: 'order', title: t('order'), width: 90, cell: (line: Line) => <MoveButtons line={line} /> }] : []),
    {
      key: 'do',
      title: t('list:action'),
      width: 150,
      always: true,
      card: 'foot',
      cell: ({ id, name }) => (
        <>
          <button type="button" className="list-link" data-opens="">
            {t(mayEdit ? 'edit' : 'list:details')}
          </button>
          {mayAdd && (
            <button type="button" className="list-link" aria-label={t('addBelowOf', { name })} onClick={() => onAdd(id)}>
              {t('addBelow')}
            </button>
          )}
        </>
      ),
    },
  ]
}

/** Directly in it, and with all below where that is more. */
function Counts({ own, all }: { own: number; all: number }) {
  const { t } = useTranslation('departments')
  return (
    <span title={t('counts', { own, all })}>
      {all}
      {own !== all && <span className="list-sub"> ({own})</span>}
    </span>
  )
}
