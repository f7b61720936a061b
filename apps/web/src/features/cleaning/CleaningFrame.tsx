import { ReloadOutlined } from '@ant-design/icons'
import { CleaningType } from '@huanwei/contract/cleaning/codes'
import { Button, Flex, Select } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Choice } from '../../ui/select/choice.ts'
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'
import type { CleaningSearch } from './cleaning-search.ts'
import '../../ui/list/list.css'

type Props = {
  lead: ReactNode
  actions: ReactNode
  search: CleaningSearch
  onSearch: (change: Partial<CleaningSearch>) => void
  isFetching: boolean
  onRefresh: () => void
  children: ReactNode
}

/** Around the board and the map: the views, two filters that act at once, and the tools. */
export function CleaningFrame({ lead, actions, search, onSearch, isFetching, onRefresh, children }: Props) {
  const { t } = useTranslation(['cleaning', 'list', 'common'])
  return (
    <Flex vertical component="section" className="list-frame" aria-label={t('title')}>
      <div className="list-filters">
        <div className="list-lead">{lead}</div>
        <div className="list-field">
          <TypeSelect value={search.type} onChange={(type) => onSearch({ type })} />
        </div>
        <div className="list-field">
          <DepartmentSelect label={t('column.department')} value={search.deptId} onChange={(deptId) => onSearch({ deptId })} />
        </div>
      </div>
      <div className="list-tools">
        {actions}
        <span className="list-tools-right">
          <Button
            shape="circle"
            icon={<ReloadOutlined spin={isFetching} />}
            title={t('common:action.refresh')}
            aria-label={t('common:action.refresh')}
            onClick={onRefresh}
          />
        </span>
      </div>
      {children}
    </Flex>
  )
}

export function TypeSelect({ id, value, onChange }: Omit<Choice<CleaningType>, 'label'>) {
  const { t } = useTranslation('cleaning')
  return (
    <Select<CleaningType>
      {...(id && { id })}
      aria-label={t('column.type')}
      placeholder={t('column.type')}
      allowClear
      options={Object.values(CleaningType).map((type) => ({ value: type, label: t(`type.${type}`) }))}
      value={value}
      onChange={(type: CleaningType | undefined) => onChange?.(type)}
    />
  )
}
