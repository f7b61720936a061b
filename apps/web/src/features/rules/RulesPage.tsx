import { CalendarOutlined } from '@ant-design/icons'
import type { ObjectType } from '@huanwei/contract/objects'
import type { MonitoringRule } from '@huanwei/contract/rules/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import type { PageProps } from '../../lib/page.tsx'
import { useAct } from '../../lib/send.ts'
import { useMay } from '../../lib/session.ts'
import { lookAgainMs, useOpenRow } from '../../lib/use-record.ts'
import { AddButton, CreateFirst } from '../../ui/list/AddButton.tsx'
import { ListFrame } from '../../ui/list/ListFrame.tsx'
import type { ListPosition } from '../../ui/list/ListPager.tsx'
import { useListFilter } from '../../ui/list/use-list-filter.tsx'
import { ExportButton } from '../exports/ExportButton.tsx'
import { forEachKind } from '../objects/for-each-kind.tsx'
import { objectSelects } from '../objects/ObjectSelect.tsx'
import { HoursDrawer } from './HoursDrawer.tsx'
import { useRuleColumns } from './RuleColumns.tsx'
import { RuleDrawer } from './RuleDrawer.tsx'
import { ruleCalls } from './rule-calls.ts'
import type { RulesSearch } from './rule-search.ts'
import { TryoutDrawer } from './tryout/TryoutDrawer.tsx'

const noFilter: Pick<RulesSearch, 'name' | 'enabled' | 'objectId'> = { name: undefined, enabled: undefined, objectId: undefined }

type Props = PageProps<RulesSearch> & { objectType: ObjectType }

/** The rules that one kind of objects is watched by. Source: spec 3, section 9. */
function RulesPage({ search, onSearch, objectType }: Props) {
  const { t } = useTranslation(['rules', 'list'])
  const { list: call, noun } = ruleCalls[objectType]
  const mayAdd = useMay(`${noun}_add`)
  const { open, tried: triedId, current, size, ...filter } = search
  const all = useQuery({ ...query(call, {}), refetchInterval: open ? lookAgainMs : false })
  const asked = query(call, filter)
  const list = useQuery({ ...asked, placeholderData: keepPreviousData, select: (rules) => pageOf(rules, { current, size }) })
  const columns = useRuleColumns(objectType, onSearch)
  const { fields, frame, rows, drawer } = useListFilter({ search, onSearch, noFilter, list })
  const rule = useOpenRow(all.data, open)
  const tried = all.data?.find(({ id, enabled }) => id === triedId && !enabled)

  return (
    <>
      <ListFrame
        name={`rules-${objectType}`}
        label={t(`title.${objectType}`)}
        actions={
          <>
            {mayAdd && <AddButton onClick={() => onSearch({ open: 'new' })}>{t('add')}</AddButton>}
            <Button icon={<CalendarOutlined aria-hidden />} onClick={() => onSearch({ open: 'hours' })}>
              {t('shiftsAndCalendar')}
            </Button>
          </>
        }
        exportButton={<ExportButton {...asked} />}
        filters={[
          fields.text('name', t('name'), 50),
          fields.choice('enabled', t('onOrOff'), [
            { value: 'true', label: t('on') },
            { value: 'false', label: t('off') },
          ]),
          fields.pick('objectId', t(`field.objectIds.${objectType}`), objectSelects[objectType]),
        ]}
        columns={columns}
        {...frame}
        {...rows}
        noMatch={{ title: t('noneMatch'), hint: t('noneMatchHint') }}
        empty={{
          title: t('none'),
          hint: t(mayAdd ? `noneHint.${objectType}` : 'noneLookHint'),
          ...(mayAdd && { action: <CreateFirst onClick={() => onSearch({ open: 'new' })} /> }),
        }}
      />
      {open === 'hours' && <HoursDrawer onClose={drawer.onClose} />}
      {(rule.row || (open === 'new' && mayAdd)) && (
        <RuleDrawer key={open} objectType={objectType} rule={rule.row} error={rule.error} onReload={all.refetch} {...drawer} />
      )}
      {tried && <SwitchOnDrawer rule={tried} onClose={() => onSearch({ tried: undefined })} />}
    </>
  )
}

/** Tries a rule that is off, and switches it on. */
function SwitchOnDrawer({ rule, onClose }: { rule: MonitoringRule; onClose: () => void }) {
  const { list, change, tryOut } = ruleCalls[rule.objectType]
  const act = useAct(change, [list])
  async function switchOn() {
    if (await act({ ...rule, enabled: true })) onClose()
  }
  return <TryoutDrawer endpoint={tryOut} rule={rule} isChange={false} onConfirm={switchOn} onClose={onClose} />
}

/** The call answers all of them. */
const pageOf = (rules: MonitoringRule[], { current, size }: ListPosition) => ({
  records: rules.slice((current - 1) * size, current * size),
  total: rules.length,
})

/** The page at the address of each kind of object. */
export const rulePages = forEachKind<PageProps<RulesSearch>>(RulesPage)
