import { ReloadOutlined } from '@ant-design/icons'
import { CleaningType } from '@huanwei/contract/cleaning/codes'
import { Button, Flex, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterButton } from '../../ui/list/use-filter-panel.tsx'
import { useNarrow } from '../../ui/list/use-media.ts'
import type { Choice } from '../../ui/select/choice.ts'
import { TimelinessSelect } from '../deadlines/TimelinessSelect.tsx'
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

/** Around the board and the map: the views, filters that act at once, and the tools. */
export function CleaningFrame({ lead, actions, search, onSearch, isFetching, onRefresh, children }: Props) {
  const { t } = useTranslation(['cleaning', 'list', 'common'])
  const isNarrow = useNarrow()
  const [isOpen, setOpen] = useState(false)
  const { type, timeliness, deptId } = search
  const fields = (
    <>
      <div className="list-field">
        <TypeSelect value={type} onChange={(to) => onSearch({ type: to })} />
      </div>
      <div className="list-field">
        <TimelinessSelect value={timeliness} onChange={(to) => onSearch({ timeliness: to })} />
      </div>
      <div className="list-field">
        <DepartmentSelect label={t('column.department')} value={deptId} onChange={(to) => onSearch({ deptId: to })} />
      </div>
    </>
  )
  const count = [type, timeliness, deptId].filter((one) => one !== undefined).length
  return (
    <Flex vertical component="section" className="list-frame" aria-label={t('title')}>
      <div className="list-filters">
        <div className="list-lead">{lead}</div>
        {!isNarrow && fields}
      </div>
      <div className="list-tools">
        {actions}
        <span className="list-tools-right">
          {isNarrow && <FilterButton isShown={isOpen} onShown={setOpen} count={count} />}
          <Button
            shape="circle"
            icon={<ReloadOutlined spin={isFetching} />}
            title={t('common:action.refresh')}
            aria-label={t('common:action.refresh')}
            onClick={onRefresh}
          />
        </span>
      </div>
      {isNarrow && isOpen && <div className="list-filters">{fields}</div>}
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
