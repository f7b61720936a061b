import { Heard } from '@huanwei/contract/terminals/codes'
import { listTerminals } from '@huanwei/contract/terminals/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import type { PageProps } from '../../lib/page.tsx'
import { useMay } from '../../lib/session.ts'
import { AddButton, CreateFirst } from '../../ui/list/AddButton.tsx'
import { ListFrame } from '../../ui/list/ListFrame.tsx'
import { useListFilter } from '../../ui/list/use-list-filter.tsx'
import { Segments } from '../../ui/select/Segments.tsx'
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'
import { ExportButton } from '../exports/ExportButton.tsx'
import { AddTerminalDrawer } from './AddTerminalDrawer.tsx'
import { useObjectTypes } from './object-types.ts'
import { useTerminalColumns } from './TerminalColumns.tsx'
import { TerminalDrawer } from './TerminalDrawer.tsx'
import type { TerminalsSearch } from './terminal-search.ts'

const noFilter: Omit<TerminalsSearch, 'bound' | 'open' | 'part' | 'current' | 'size'> = {
  terminalNo: undefined,
  objectName: undefined,
  objectType: undefined,
  online: undefined,
  deptId: undefined,
  wrong: undefined,
  heard: undefined,
}

/** The terminals of the organisation, and for who runs the platform those that nobody has yet. */
export function TerminalsPage({ search, onSearch }: PageProps<TerminalsSearch>) {
  const { t } = useTranslation(['terminals', 'list'])
  const mayAdd = useMay('admin_device_add')
  /** The operator of the platform sees what nobody has bound; it is apart from what the organisation has. */
  const mayRun = useMay('platform_admin')
  const { open, part, ...filter } = search
  const list = useQuery({ ...query(listTerminals, filter), placeholderData: keepPreviousData })
  const columns = useTerminalColumns(list.data?.records ?? [])
  const objectTypes = useObjectTypes()
  const { fields, frame, rows, drawer } = useListFilter({ search: { ...filter, open }, onSearch, noFilter, list })
  const heard = Object.values(Heard).map((value) => ({ value, label: t(`heard.${value}`) }))
  const either = (yes: string, no: string) => [
    { value: 'true' as const, label: yes },
    { value: 'false' as const, label: no },
  ]

  return (
    <>
      <ListFrame
        name="terminals"
        label={t('title')}
        lead={
          mayRun && (
            <Segments<TerminalsSearch['bound']>
              aria-label={t('binding')}
              options={either(t('bound'), t('unbound'))}
              value={search.bound}
              onChange={(bound) => onSearch({ ...noFilter, bound, current: 1, open: undefined })}
            />
          )
        }
        exportButton={<ExportButton {...query(listTerminals, filter)} />}
        actions={mayAdd && <AddButton onClick={() => onSearch({ open: 'new' })}>{t('add')}</AddButton>}
        filters={[
          fields.text('terminalNo', t('number'), 20),
          fields.text('objectName', t('object'), 50),
          fields.choice('online', t('connection'), either(t('online'), t('offline'))),
          fields.choice('objectType', t('objectType'), objectTypes),
          fields.choice('wrong', t('wrong'), either(t('wrong.true'), t('wrong.false'))),
          fields.choice('heard', t('lastSeen'), heard),
          fields.pick('deptId', t('department'), DepartmentSelect),
        ]}
        columns={columns}
        {...frame}
        {...rows}
        noMatch={{ title: t('noneMatch'), hint: t('noneMatchHint') }}
        empty={{
          title: t('none'),
          hint: t('noneHint'),
          ...(mayAdd && { action: <CreateFirst onClick={() => onSearch({ open: 'new' })} /> }),
        }}
      />
      {open === 'new' && mayAdd && <AddTerminalDrawer onClose={drawer.onClose} />}
      {typeof open === 'number' && <TerminalDrawer key={`${open} ${part}`} id={open} part={part} {...drawer} />}
    </>
  )
}
